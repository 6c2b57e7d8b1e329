import { publicApi } from '../http/api-client';
import { watchFailedStyles } from './retry-load';

/** Limit per page, so that an error in a loop does not flood the server. */
const MAX_REPORTS = 10;

const reported = new Set<string>();
let reportsErrors: Promise<boolean> | null = null;

/** Reports an error to the server if the installation collects errors. Never rejects, and does nothing before the first error. */
export async function reportError(error: unknown): Promise<void> {
  const path = location.pathname;
  try {
    // Loaded on demand: most pages never report an error.
    const { describeError } = await import('./describe');
    const report = describeError(error, path);
    const key = `${report.name} ${report.message} ${JSON.stringify(report.frames[0])}`;
    if (reported.has(key) || reported.size >= MAX_REPORTS) return;
    reported.add(key);
    reportsErrors ??= publicApi.get('/api/v2/settings/').then((settings) => settings.reportsErrors);
    if (await reportsErrors) await publicApi.post('/api/v2/errors/', { body: report, keepalive: true });
  } catch {
    // The server is unreachable: fetch its settings again with the next error.
    reportsErrors = null;
  }
}

/** Reports uncaught errors and rejections. */
export function watchErrors(): void {
  watchFailedStyles();
  window.addEventListener('error', ({ error }) => void reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason));
}
