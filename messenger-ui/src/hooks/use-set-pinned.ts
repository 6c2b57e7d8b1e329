import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { pinsQuery, setPinned } from '../api/pins';

interface Change {
  channelId: string;
  msgId: string;
  isPinned: boolean;
}

/** Returns a function that pins a message for all members, or unpins it. */
export function useSetPinned(): (change: Change) => void {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ channelId, msgId, isPinned }: Change) => setPinned(channelId, msgId, isPinned),
    onSuccess: async (_, { channelId, isPinned }) => {
      void toast(isPinned ? t('pins.added') : t('pins.removed'));
      await queries.invalidateQueries({ queryKey: pinsQuery(channelId).queryKey });
    },
    onError: (error) => void toast(errorText(error), 'danger'),
    // Without a network it fails and says so.
    networkMode: 'always',
  });
  return mutate;
}
