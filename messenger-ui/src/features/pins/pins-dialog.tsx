import { useQuery } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { pinsQuery } from '../../api/pins';
import { MessageEntriesDialog } from '../../components/message-entries-dialog';
import { useSetPinned } from '../../hooks/use-set-pinned';
import type { Channel } from '../../model/channels';
import { canPin } from '../../model/permissions';

interface PinsDialogProps {
  channel: Channel;
  onJump: (messageId: string) => void;
  onClose: () => void;
}

/** The pinned messages of a channel. */
export default function PinsDialog({ channel, onJump, onClose }: PinsDialogProps) {
  const { t } = useTranslation('messenger');
  const pins = useQuery(pinsQuery(channel.channelId));
  const setPinned = useSetPinned();
  const removal = {
    label: t('pins.remove'),
    icon: PinOff,
    onRemove: ({ channelId, msgId }: { channelId: string; msgId: string }) =>
      setPinned({ channelId, msgId, isPinned: false }),
  };
  return (
    <MessageEntriesDialog
      title={t('pins.title')}
      loadingLabel={t('pins.loading')}
      empty={{ icon: Pin, title: t('pins.empty'), hint: t('pins.emptyHint') }}
      entries={pins.data}
      error={pins.error}
      onRetry={() => void pins.refetch()}
      onOpen={({ msgId }) => onJump(msgId)}
      removal={canPin(channel) ? removal : null}
      onClose={onClose}
    />
  );
}
