import { useEffect } from 'react';

/** Of a failure that stands in nobody's way: the specification has it logged and nothing else. */
export function useLogged(error: Error | null): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: this is the log
    if (error !== null) console.warn(error);
  }, [error]);
}
