import { useTranslation } from 'ui-kit';
import type { Tracker } from '../../../shared/matches/types';

/** Returns a function that says where a match stands. */
export function useStatusText() {
  const { t } = useTranslation('matching');
  return ({ historyMessage }: Pick<Tracker, 'historyMessage'>, isExpired = false): string =>
    isExpired ? t('history.auto_expired') : t([`history.${historyMessage}`, 'history.unknown']);
}
