import { useTranslation } from 'ui-kit';
import { dayInSentence } from '../../../shared/dates/day-in-sentence';
import { dayOf } from '../../../shared/questions/dates';
import type { Survey } from '../api/surveys';

/** Returns a function that says until when a survey can be taken; null if it is sent, or has no last day. */
export function useOpenUntil(): (survey: Pick<Survey, 'status' | 'closesOn'>) => string | null {
  const { t, i18n } = useTranslation('app');
  return ({ status, closesOn }) => {
    if (status === 'COMPLETE' || closesOn === null) return null;
    const now = new Date();
    const today = dayOf(now);
    const tomorrow = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1));
    // Where the programme is, the day may begin or end at another time.
    if (closesOn <= today) return t('surveys.openUntil.today');
    if (closesOn === tomorrow) return t('surveys.openUntil.tomorrow');
    return t('surveys.openUntil.day', { day: dayInSentence(closesOn, today, i18n.language) });
  };
}
