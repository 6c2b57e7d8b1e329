import { renderHook } from '@testing-library/react';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { usePartText } from './use-part-text';

beforeEach(() => loadPageTexts());

const stages = ['a', 'b', 'c'].map((id) => ({ id }));

it.each([
  ['a', 3, 'Part 1 of 3'],
  ['c', 3, 'Part 3 of 3 – the last one'],
  ['a', 1, null],
  [null, 3, null],
])('stage %s of %i: %s', (currentStageId, count, text) => {
  const { result } = renderHook(() => usePartText(), { wrapper: AppProviders });
  expect(result.current({ stages: stages.slice(0, count), currentStageId })).toBe(text);
});
