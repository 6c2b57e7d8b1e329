import { HttpError, NetworkError } from '../http/errors';
import { sentenceFor } from '../http/use-error-text';

/**
 * Whether nobody thought of this failure: a mistake in a page, an answer that is not ours, a code without a sentence. Who
 * meets it reads "Server error", and the operator should hear of it. A network that fails is nobody's mistake.
 */
export function isUnexpected(error: unknown): boolean {
  if (error instanceof NetworkError) return false;
  return !(error instanceof HttpError) || error.code === 'server' || sentenceFor(error.code) === undefined;
}
