/** The part of Jitsi's documented iframe API that is used here. */
export interface JitsiApi {
  addListener(event: string, listener: (payload: Record<string, unknown>) => void): unknown;
  executeCommand(command: string, ...args: unknown[]): void;
  dispose(): void;
}

export type JitsiConstructor = new (domain: string, options: Record<string, unknown>) => JitsiApi;

declare global {
  interface Window {
    JitsiMeetExternalAPI?: JitsiConstructor;
  }
}

const SCRIPT_TIMEOUT_MS = 20_000;
const loading = new Map<string, Promise<JitsiConstructor>>();

/** Loads Jitsi's script from the configured address once per page. A failed load can be retried. */
export function loadJitsi(base: string): Promise<JitsiConstructor> {
  const known = loading.get(base);
  if (known) return known;
  const promise = fetchScript(`${base.replace(/\/+$/, '')}/external_api.js`);
  loading.set(base, promise);
  promise.catch(() => loading.delete(base));
  return promise;
}

function fetchScript(src: string): Promise<JitsiConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const settle = (error: Error | null) => {
      clearTimeout(patience);
      const api = window.JitsiMeetExternalAPI;
      if (!error && api) return resolve(api);
      script.remove();
      reject(error ?? new Error('Jitsi answered with something else.'));
    };
    const patience = setTimeout(() => settle(new Error('Jitsi does not answer.')), SCRIPT_TIMEOUT_MS);
    script.onload = () => settle(null);
    script.onerror = () => settle(new Error('Jitsi could not be loaded.'));
    script.async = true;
    script.src = src;
    document.head.append(script);
  });
}
