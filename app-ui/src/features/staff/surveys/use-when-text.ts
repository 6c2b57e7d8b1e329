import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import { daysInSentence } from '../../../shared/dates/day-in-sentence';
import type { When } from './survey-window';

/** Looks a text of the console up. */
export type Translate = ReturnType<typeof useTranslation<'staff'>>['t'];

/** Says when people are asked, in one sentence without a full stop. `today` is the day of the programme. */
export function whenText(when: When, today: string, language: string, t: Translate): string {
  const { kind, opensOn, closesOn, week, openWeeks } = when;
  const open = t('surveys.when.weeks', { count: openWeeks ?? 0 });
  if (kind === 'exit') return t('surveys.when.exit', { open });
  if (kind === 'week') return t('surveys.when.week', { count: week ?? 0, open });
  const [from, until] = [opensOn ?? today, closesOn ?? today];
  const days = daysInSentence({ from, until }, today, language, t('surveys.when.to'));
  return t(from === until ? 'surveys.when.day' : 'surveys.when.days', { days });
}

/** Returns a function that says when people are asked. */
export function useWhenText(): (when: When & { today: string }) => string {
  const { t, i18n } = useTranslation('staff');
  return useCallback((when) => whenText(when, when.today, i18n.language, t), [t, i18n.language]);
}
