/** What a provider's window brings back. */
export type Returned =
  | { kind: 'code'; code: string; state: string }
  /** The person changed their mind. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string };

/** How the way began, which the state tells: in a window beside the page of this tab, or in the page itself. */
export interface Beginning {
  mode: 'popup' | 'page';
  tab: string;
}

const STATE = /^(popup|page)(?:-(\w{1,16}))?\./;

/** What our own server says of a way that it cannot go on with; everything else is a provider's word. */
const OURS = new Set(['rate_limited', 'social_failed', 'unavailable', 'under_maintenance']);

/** Reads the address of the page of the way back. */
export function readWayBack(search: string): { beginning: Beginning; returned: Returned } {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state') ?? '';
  const [, mode, tab = ''] = STATE.exec(state) ?? [];
  return {
    beginning: { mode: mode === 'popup' ? 'popup' : 'page', tab },
    returned: whatCame(parameters.get('code'), state, parameters.get('error')),
  };
}

function whatCame(code: string | null, state: string, error: string | null): Returned {
  if (code !== null && error === null) return { kind: 'code', code, state };
  if (error === 'access_denied') return { kind: 'cancelled' };
  return { kind: 'failed', code: error !== null && OURS.has(error) ? error : 'social_failed' };
}

/** The address that leads to a provider. */
export function startUrl(provider: string, mode: Beginning['mode'], tab: string): string {
  return `/api/v2/users/social/start/?${new URLSearchParams({ provider, mode, tab })}`;
}
