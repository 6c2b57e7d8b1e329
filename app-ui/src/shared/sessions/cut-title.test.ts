import { expect, test } from 'vitest';
import { cutTitle } from './cut-title';

test('titles are cut between characters', () => {
  expect(cutTitle('a'.repeat(32), 32)).toBe('a'.repeat(32));
  expect(cutTitle('a'.repeat(33), 32)).toBe(`${'a'.repeat(32)}…`);
  expect(cutTitle('👩‍👧'.repeat(27), 26)).toBe(`${'👩‍👧'.repeat(26)}…`);
});
