import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProviders, i18n } from 'ui-kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../i18n';
import { useUntilText } from './use-until-text';

const wrapper = ({ children }: { children: ReactNode }) => <AppProviders>{children}</AppProviders>;

/** A Wednesday at noon. */
const NOW = new Date(2026, 10, 25, 12).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();

const written = (until: number) => renderHook(() => useUntilText(), { wrapper }).result.current(until, NOW);

beforeEach(loadPageTexts);
afterEach(() => act(() => i18n.changeLanguage('en')));

it.each([
  [at(25, 20), '8:00 pm'],
  [at(26, 9), '9:00 am'],
  [at(26, 10), 'tomorrow morning'],
  [at(28, 15), 'Saturday afternoon'],
  [at(28, 19), 'Saturday afternoon'],
  [at(28, 20), 'Saturday evening'],
  [at(29, 3), 'Saturday evening'],
  [at(35, 12), 'Saturday 5 December'],
])('end_is_named_by_day_and_part (%i)', (until, text) => {
  expect(written(until)).toBe(text);
});

it('day_and_part_are_one_word_in_german', async () => {
  await act(() => i18n.changeLanguage('de'));
  expect([at(28, 20), at(26, 20)].map(written)).toEqual(['Samstagabend', 'morgen Abend']);
});
