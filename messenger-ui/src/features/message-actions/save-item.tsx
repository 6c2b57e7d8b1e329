import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkX } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { savedInChannelQuery } from '../../api/saved';
import { MenuItem } from '../../components/menu';
import { useSetSaved } from '../../hooks/use-set-saved';
import type { ChatMessage } from '../../model/message';

/** Saves a message for the person, or removes it. */
export function SaveItem({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { t } = useTranslation('messenger');
  const setSaved = useSetSaved();
  const { channelId, msgId } = message;
  const { data: saved } = useQuery(savedInChannelQuery(channelId));
  const isSaved = saved?.includes(msgId) ?? false;
  const Icon = isSaved ? BookmarkX : Bookmark;
  return (
    <MenuItem
      icon={<Icon aria-hidden size={17} />}
      onClick={() => {
        onClose();
        setSaved({ channelId, msgId, isSaved: !isSaved });
      }}
    >
      {isSaved ? t('saved.remove') : t('saved.add')}
    </MenuItem>
  );
}
