import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { formatMessageTime, IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { DownloadLink } from '../../components/download-link';
import { usePeople } from '../../hooks/use-people';
import type { Channel } from '../../model/channels';
import { CloseOnBack } from '../../shell/close-on-back';
import type { PreviewItem } from './preview-items';
import styles from './preview-overlay.module.css';
import { PreviewStage } from './preview-stage';
import { FIT_VIEW, type View, zoomIn, zoomOut } from './zoom';

interface PreviewOverlayProps {
  channel: Channel;
  items: readonly PreviewItem[];
  startId: string;
  onClose: () => void;
}

/** Full-screen preview of one file; arrow keys lead to the others of the channel. */
export function PreviewOverlay({ channel, items, startId, onClose }: PreviewOverlayProps) {
  const { t, i18n } = useTranslation('messenger');
  const getPerson = usePeople(channel);
  const [index, setIndex] = useState(() => items.findIndex(({ attachment }) => attachment.id === startId));
  const [view, setView] = useState<View>(FIT_VIEW);
  const item = items[index];
  if (!item) return null;
  const { attachment, userId, createdOn } = item;
  const { channelId } = channel;

  const showRelative = (step: 1 | -1) => {
    if (!items[index + step]) return;
    setIndex(index + step);
    setView(FIT_VIEW);
  };
  /** Moves right or left, depending on the writing direction. */
  const showNeighbour = (side: 1 | -1) => {
    const isRtl = document.documentElement.dir === 'rtl';
    showRelative(isRtl ? (-side as 1 | -1) : side);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = KEY_ACTIONS[event.key];
    if (!action) return;
    event.preventDefault();
    if (action === 'left') showNeighbour(-1);
    else if (action === 'right') showNeighbour(1);
    else if (action === 'whole') setView(FIT_VIEW);
    else setView(action === 'in' ? zoomIn : zoomOut);
  };

  return (
    <ModalDialog
      label={t('filePreview.label', { name: attachment.name })}
      placement="full"
      onClose={onClose}
      onKeyDown={handleKeyDown}
    >
      <CloseOnBack onClose={onClose} />
      <div className={styles.overlay}>
        <header className={styles.bar}>
          <div className={styles.details}>
            <p className={styles.name} dir="auto">
              {attachment.name}
            </p>
            <p className={styles.origin}>
              {t('filePreview.origin', {
                author: getPerson(userId).name,
                time: formatMessageTime(createdOn, i18n.language),
              })}
              {items.length > 1 && (
                <span aria-live="polite">
                  {t('filePreview.position', { index: index + 1, count: items.length })}
                </span>
              )}
            </p>
          </div>
          <div className={styles.zoomButtons}>
            <IconButton label={t('filePreview.zoomOut')} onClick={() => setView(zoomOut)}>
              <ZoomOut aria-hidden size={19} />
            </IconButton>
            <IconButton label={t('filePreview.zoomIn')} onClick={() => setView(zoomIn)}>
              <ZoomIn aria-hidden size={19} />
            </IconButton>
          </div>
          <DownloadLink
            channelId={channelId}
            attachment={attachment}
            className={styles.download}
            label={t('attachments.download', { name: attachment.name })}
          >
            <Download aria-hidden size={19} />
          </DownloadLink>
          <IconButton label={t('filePreview.close')} onClick={onClose}>
            <X aria-hidden size={20} />
          </IconButton>
        </header>
        <div className={styles.stage}>
          <PreviewStage
            key={attachment.id}
            channelId={channelId}
            attachment={attachment}
            view={view}
            onView={setView}
            onSwipe={showNeighbour}
          />
          {items[index - 1] && (
            <IconButton
              className={`${styles.navigation} ${styles.previous}`}
              label={t('filePreview.previous')}
              onClick={() => showRelative(-1)}
            >
              <ChevronLeft aria-hidden size={24} className={styles.flips} />
            </IconButton>
          )}
          {items[index + 1] && (
            <IconButton
              className={`${styles.navigation} ${styles.next}`}
              label={t('filePreview.next')}
              onClick={() => showRelative(1)}
            >
              <ChevronRight aria-hidden size={24} className={styles.flips} />
            </IconButton>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

const KEY_ACTIONS: Record<string, 'left' | 'right' | 'in' | 'out' | 'whole'> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'whole',
};
