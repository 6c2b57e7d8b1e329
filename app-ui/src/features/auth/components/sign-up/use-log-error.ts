import { useEffect } from 'react';

/** Logs an error without showing it, as the specification asks. */
export function useLogError(error: Error | null): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: this is the log
    if (error !== null) console.warn(error);
  }, [error]);
}
