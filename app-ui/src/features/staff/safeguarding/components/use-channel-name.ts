import { useCallback } from 'react';
import { useTranslation } from 'ui-kit';
import type { Case } from '../api/cases';

/** Returns a function that says where a case happened. */
export function useChannelName(): (item: Pick<Case, 'channelKind' | 'channelName'>) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    ({ channelKind, channelName }) => {
      if (channelKind === 'assistant') return t('safeguarding.assistant');
      if (channelKind === 'team') return t('safeguarding.team');
      return channelName || t('safeguarding.directChannel');
    },
    [t],
  );
}
