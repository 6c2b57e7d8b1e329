import { expect, test } from 'vitest';
import { keyOf } from './vetting-form';

test('a key is plain, and no other kind has it', () => {
  expect(keyOf('Criminal record check', [])).toBe('criminal-record-check');
  expect(keyOf('References!', ['references'])).toBe('references-2');
  expect(keyOf('شهادة', ['kind', 'kind-2'])).toBe('kind-3');
});
