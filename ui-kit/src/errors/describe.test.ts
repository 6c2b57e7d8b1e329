import { expect, it } from 'vitest';
import { HttpError } from '../http/errors';
import { describeError } from './describe';

it.each([
  [`Unexpected token 'H', "Hello Maya" is not valid JSON`, 'Unexpected token "…", "…" is not valid JSON'],
  ['No person tom.mentee@example.org', 'No person …'],
  ['Failed at https://hub.example.org/chat?token=abc', 'Failed at …'],
  ['Bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0', 'Bad token …'],
  ['Call +442079460958 now', 'Call +… now'],
  ['x is not a function', 'x is not a function'],
])('redacts %j to %j', (message, kept) => {
  expect(describeError(new TypeError(message), '/').message).toBe(kept);
});

it('parses stack frames of every browser', () => {
  const error = new TypeError('x is not a function');
  error.stack = [
    'TypeError: x is not a function',
    '    at open (https://hub.example.org/assets/index-abc.js?token=s3cret:10:20)',
    '    at https://hub.example.org/assets/index-abc.js:11:21',
    'close@https://hub.example.org/assets/other.js:12:22',
    'something else',
  ].join('\n');
  const { frames, name } = describeError(error, '/');
  expect(name).toBe('TypeError');
  expect(frames).toEqual([
    { function: 'open', file: '/assets/index-abc.js', line: 10, column: 20 },
    { function: '', file: '/assets/index-abc.js', line: 11, column: 21 },
    { function: 'close', file: '/assets/other.js', line: 12, column: 22 },
  ]);
});

it('describes a response by code and status class', () => {
  const error = new HttpError({ status: 502, code: 'server', message: 'Maya is not known here' });
  expect(describeError(error, '/signin')).toMatchObject({ name: 'HttpError', message: 'server 5xx' });
});

it('redacts ids in the page path', () => {
  expect(describeError('a word', '/session/step/0193-ab4/quiz').page).toBe('/session/step/:id/quiz');
  expect(describeError('a secret word', '/').message).toBe('A value that is no error was thrown.');
});
