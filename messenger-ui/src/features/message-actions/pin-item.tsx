import { useQuery } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { pinsQuery } from '../../api/pins';
import { MenuItem } from '../../components/menu';
import { useSetPinned } from '../../hooks/use-set-pinned';
import type { ChatMessage } from '../../model/message';

/** Pins a message for all members, or unpins it. */
export function PinItem({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const setPinned = useSetPinned();
  const { channelId, msgId } = message;
  const { data: pins } = useQuery(pinsQuery(channelId));
  const isPinned = pins?.some((pin) => pin.msgId === msgId) ?? false;
  const Icon = isPinned ? PinOff : Pin;
  return (
    <MenuItem
      icon={<Icon aria-hidden size={17} />}
      onClick={() => {
        onClose();
        setPinned({ channelId, msgId, isPinned: !isPinned });
      }}
    >
      {isPinned ? t('pins.remove') : t('pins.add')}
    </MenuItem>
  );
}
