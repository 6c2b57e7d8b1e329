import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { HasValue } from '../../model/search';
import { useChat } from '../../shell/chat-context';
import { CloseOnBack } from '../../shell/close-on-back';
import { AttachmentFinder } from './attachment-finder';
import styles from './gallery.module.css';
import { GalleryPanel } from './gallery-panel';
import { GalleryTabs } from './gallery-tabs';
import { FinderContext } from './use-file';

interface GalleryDialogProps {
  channelId: string;
  onJump: (messageId: string) => void;
  onClose: () => void;
}

/** The pictures, files and links of a channel. */
export default function GalleryDialog({ channelId, onJump, onClose }: GalleryDialogProps) {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const id = useId();
  const [tab, setTab] = useState<HasValue>('image');
  const [finder] = useState(() => {
    const channelStore = hub.channelStore(channelId);
    return new AttachmentFinder(
      (msgId) => channelStore.lookUp(msgId),
      channelStore.getSnapshot().newestMessages,
    );
  });
  return (
    <ModalDialog label={t('gallery.title')} placement="center" isTall onClose={onClose}>
      <CloseOnBack onClose={onClose} />
      <header className={styles.header}>
        <h2 className={styles.title}>{t('gallery.title')}</h2>
        <IconButton label={t('messageEntries.close')} onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </header>
      <GalleryTabs id={id} panelId={`${id}-panel`} current={tab} onChange={setTab} />
      <div
        key={tab}
        id={`${id}-panel`}
        className={styles.body}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
      >
        <FinderContext value={finder}>
          <GalleryPanel
            channelId={channelId}
            tab={tab}
            onOpen={(messageId) => {
              onClose();
              onJump(messageId);
            }}
          />
        </FinderContext>
      </div>
    </ModalDialog>
  );
}
