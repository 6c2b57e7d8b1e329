import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import type { Case } from '../api/cases';

/** Returns a function that says what a case is about. */
export function useCaseTitle(): (item: Pick<Case, 'kind' | 'reason'>) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    ({ kind, reason }) => {
      if (reason !== null) return t(`safeguarding.reasons.${reason}`);
      if (kind === 'contact' || kind === 'secrecy' || kind === 'abuse')
        return t(`safeguarding.noticed.${kind}`);
      return t('safeguarding.crisisAlert');
    },
    [t],
  );
}
