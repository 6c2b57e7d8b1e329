import { expect, it } from 'vitest';
import { HttpError, NetworkError } from '../http/errors';
import { isUnexpected } from './unexpected';

const refusal = (code: string) => new HttpError({ status: 500, code, message: code });

it.each<[what: string, error: unknown, is: boolean]>([
  ['a code with a text', refusal('unavailable'), false],
  ['a code without a text', refusal('never_heard_of'), true],
  ['a response of another server', refusal('server'), true],
  ['an exception in the page', new TypeError('x is not a function'), true],
  ['a thrown string', 'a word', true],
  ['a network failure', new NetworkError('away'), false],
])('is unexpected: %s', (_, error, is) => {
  expect(isUnexpected(error)).toBe(is);
});
