import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, toast, useErrorText } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { channelsQuery } from '../../shell/channels-query';

/** Turns the notifications of a channel on and off. The hub informs the person's other devices. */
export function useMute({ channelId, isMuted }: Channel): { isPending: boolean; toggle: () => void } {
  const errorText = useErrorText();
  const queries = useQueryClient();
  const mute = useMutation({
    mutationFn: (muted: boolean) =>
      api.post('/api/v2/chat/{channel}/mute/', { params: { path: { channel: channelId } }, body: { muted } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    onError: (error) => void toast(errorText(error), 'danger'),
  });
  return { isPending: mute.isPending, toggle: () => mute.mutate(!isMuted) };
}
