import { Bell, BellOff } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { useMute } from './use-mute';

/** Toggles the notifications of a channel. */
export function MuteButton({ channel }: { channel: Channel }) {
  const { t } = useTranslation('messenger');
  const { isPending, toggle } = useMute(channel);
  const { isMuted } = channel;
  const Icon = isMuted ? BellOff : Bell;
  return (
    <IconButton
      label={isMuted ? t('mute.off') : t('mute.on')}
      aria-pressed={isMuted}
      disabled={isPending}
      onClick={toggle}
    >
      <Icon aria-hidden size={17} />
    </IconButton>
  );
}
