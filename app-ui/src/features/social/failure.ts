import { HttpError, isUnexpected, reportError } from 'ui-kit';

/** People get a sentence for these, and the operator has to look: the provider, or the way to it, does not work. */
const BROKEN = new Set(['social_failed', 'unavailable']);

/** What the address of the way back says of a failure, as the error that it is; no answer of a call stands behind it. */
export function failureOf(code: string): HttpError {
  return new HttpError({ status: 0, code, message: code });
}

/** Tells the operator of a sign-in that failed for no reason of the person's. */
export function reportFailure(error: unknown): void {
  if (isUnexpected(error) || (error instanceof HttpError && BROKEN.has(error.code))) void reportError(error);
}
