import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { http, IconButton, toast, useErrorText, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { channelsQuery } from '../../shell/channels-query';

/** Whether a channel makes noise. The other devices hear of it from the hub. */
export function MuteButton({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { channelId, isMuted } = channel;
  const mute = useMutation({
    mutationFn: (muted: boolean) =>
      http(`api/v2/chat/${channelId}/mute/`, { method: 'POST', body: { muted } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
    onError: (error) => void toast(errorText(error), 'danger'),
  });
  const Icon = isMuted ? BellOff : Bell;
  return (
    <IconButton
      label={isMuted ? t('mute.off') : t('mute.on')}
      aria-pressed={isMuted}
      disabled={mute.isPending}
      onClick={() => mute.mutate(!isMuted)}
    >
      <Icon aria-hidden size={17} />
    </IconButton>
  );
}
