import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import type { Case } from '../api/cases';

/** Returns a function that says what a case is about. */
export function useCaseTitle(): (item: Pick<Case, 'reason'>) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    ({ reason }) => (reason === null ? t('safeguarding.crisisAlert') : t(`safeguarding.reasons.${reason}`)),
    [t],
  );
}
