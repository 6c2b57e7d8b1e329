import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { savedInChannelQuery, savedQuery, setSaved } from '../api/saved';

interface Change {
  channelId: string;
  msgId: string;
  isSaved: boolean;
}

/** Returns a function that saves a message for the person, or removes it. */
export function useSetSaved(): (change: Change) => void {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ channelId, msgId, isSaved }: Change) => setSaved(channelId, msgId, isSaved),
    onSuccess: async (_, { channelId, isSaved }) => {
      void toast(isSaved ? t('saved.added') : t('saved.removed'));
      await Promise.all([
        queries.invalidateQueries({ queryKey: savedQuery.queryKey }),
        queries.invalidateQueries({ queryKey: savedInChannelQuery(channelId).queryKey }),
      ]);
    },
    onError: (error) => void toast(errorText(error), 'danger'),
    // Without a network it fails and says so.
    networkMode: 'always',
  });
  return mutate;
}
