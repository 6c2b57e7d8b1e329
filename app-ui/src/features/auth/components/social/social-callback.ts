/** Result of a provider. */
export type SocialResult =
  | { kind: 'code'; code: string; state: string }
  /** The person cancelled. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string };

/** How the sign-in started, encoded in the state: in a popup of a tab, or in the page itself. */
export interface SocialStart {
  mode: 'popup' | 'page';
  tab: string;
}

const STATE = /^(popup|page)(?:-(\w{1,16}))?\./;

/** Error codes of our server; every other one comes from a provider. */
const OURS = new Set(['rate_limited', 'social_failed', 'unavailable', 'under_maintenance']);

/** Parses the query of the callback page. */
export function parseSocialCallback(search: string): { start: SocialStart; result: SocialResult } {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state') ?? '';
  const [, mode, tab = ''] = STATE.exec(state) ?? [];
  return {
    start: { mode: mode === 'popup' ? 'popup' : 'page', tab },
    result: parseResult(parameters.get('code'), state, parameters.get('error')),
  };
}

function parseResult(code: string | null, state: string, error: string | null): SocialResult {
  if (code !== null && error === null) return { kind: 'code', code, state };
  if (error === 'access_denied') return { kind: 'cancelled' };
  return { kind: 'failed', code: error !== null && OURS.has(error) ? error : 'social_failed' };
}

/** Returns the address that redirects to a provider. */
export function socialStartUrl(provider: string, mode: SocialStart['mode'], tab: string): string {
  return `/api/v2/users/social/start/?${new URLSearchParams({ provider, mode, tab })}`;
}
