import { HttpError, isUnexpected, reportError } from 'ui-kit';

/** Codes with a text that are also reported, because the provider is unreachable or misconfigured. */
const BROKEN = new Set(['social_failed', 'unavailable']);

/** Returns an error for a code of the callback address. There is no HTTP response behind it. */
export function socialError(code: string): HttpError {
  return new HttpError({ status: 0, code, message: code });
}

/** Reports a failure that the person did not cause. */
export function reportSocialError(error: unknown): void {
  if (isUnexpected(error) || (error instanceof HttpError && BROKEN.has(error.code))) void reportError(error);
}
