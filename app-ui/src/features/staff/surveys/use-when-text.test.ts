import { i18n } from 'ui-kit';
import { beforeAll, expect, it } from 'vitest';
import '../texts';
import type { When } from './survey-window';
import { whenText } from './use-when-text';

const NONE = { opensOn: null, closesOn: null, week: null, openWeeks: null };
const dates = (opensOn: string, closesOn: string): When => ({ ...NONE, kind: 'dates', opensOn, closesOn });
const TODAY = '2026-06-10';

beforeAll(async () => {
  await i18n.loadLanguages(['de', 'ar']);
});

const said = (when: When, language = 'en') =>
  whenText(when, TODAY, language, i18n.getFixedT(language, 'staff'));

it.each<[string, When]>([
  ['1 to 30 June', dates('2026-06-01', '2026-06-30')],
  ['28 May to 3 June', dates('2026-05-28', '2026-06-03')],
  ['On 1 June', dates('2026-06-01', '2026-06-01')],
  ['1 to 30 June 2027', dates('2027-06-01', '2027-06-30')],
  ['20 December 2026 to 3 January 2027', dates('2026-12-20', '2027-01-03')],
  ['12 weeks after a mentorship begins, for 4 weeks', { ...NONE, kind: 'week', week: 12, openWeeks: 4 }],
  ['1 week after a mentorship begins, for 1 week', { ...NONE, kind: 'week', week: 1, openWeeks: 1 }],
  ['One day after a mentorship ends, for 4 weeks', { ...NONE, kind: 'exit', openWeeks: 4 }],
])('says "%s"', (sentence, when) => {
  expect(said(when)).toBe(sentence);
});

it.each([
  ['de', '1. bis 30. Juni'],
  ['ar', 'من 1 إلى 30 يونيو'],
])('says days in %s', (language, sentence) => {
  expect(said(dates('2026-06-01', '2026-06-30'), language)).toBe(sentence);
});
