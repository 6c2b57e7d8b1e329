import { expect, it } from 'vitest';
import { HttpError, NetworkError } from '../http/errors';
import { isUnexpected } from './unexpected';

const refusal = (code: string) => new HttpError({ status: 500, code, message: code });

it.each<[what: string, error: unknown, is: boolean]>([
  ['a code with a sentence', refusal('unavailable'), false],
  ['a code that nobody knows', refusal('never_heard_of'), true],
  ['an answer that is not ours', refusal('server'), true],
  ['a mistake in the page', new TypeError('x is not a function'), true],
  ['something that is no error', 'a word', true],
  ['a network that fails', new NetworkError('away'), false],
])('of %s', (_, error, is) => {
  expect(isUnexpected(error)).toBe(is);
});
