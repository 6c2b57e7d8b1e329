import { HttpError, NetworkError } from '../http/errors';
import { errorTextKey } from '../http/use-error-text';

/**
 * Whether an error is a defect to report: an exception, a foreign response, or a code without a text. Network
 * failures are not.
 */
export function isUnexpected(error: unknown): boolean {
  if (error instanceof NetworkError) return false;
  return !(error instanceof HttpError) || error.code === 'server' || errorTextKey(error.code) === undefined;
}
