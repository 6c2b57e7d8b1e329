import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import { inviteOf } from '../../model/invite';
import { plainText } from '../../model/markup';

/** A message in one line, without markup: for the list, for quotes and for screen readers. */
export function useSummary(): (text: string) => string {
  const { t } = useTranslation('messenger');
  return useCallback((text) => (inviteOf(text) ? t('invite.title') : plainText(text)), [t]);
}
