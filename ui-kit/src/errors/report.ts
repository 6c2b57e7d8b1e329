import type { Schemas } from '../http/schemas';
import { transport } from '../http/transport';
import { watchStyles } from './late-styles';

/** A page that fails in a loop tells it a few times and is then quiet. */
const MOST_REPORTS = 10;

const told = new Set<string>();
let isWanted: Promise<boolean> | null = null;

/** Tells the operator of an error, where they want to hear of it. Never fails, and costs nothing before the first error. */
export async function reportError(error: unknown): Promise<void> {
  const path = location.pathname;
  try {
    // Most pages never need it.
    const { describeError } = await import('./describe');
    const report = describeError(error, path);
    const key = `${report.name} ${report.message} ${JSON.stringify(report.frames[0])}`;
    if (told.has(key) || told.size >= MOST_REPORTS) return;
    told.add(key);
    isWanted ??= transport('api/v2/settings/').then(
      (answer) => (answer as Schemas['ForPages']).reportsErrors,
    );
    if (await isWanted) await transport('api/v2/errors/', { method: 'POST', body: report, keepalive: true });
  } catch {
    // Whoever cannot be reached is not told; the page has other troubles now.
    isWanted = null;
  }
}

/** Listens for what nobody caught. */
export function watchErrors(): void {
  watchStyles();
  window.addEventListener('error', ({ error }) => void reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason));
}
