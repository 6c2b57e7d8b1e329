import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { formatMessageTime, IconButton, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import type { Channel } from '../../model/channels';
import { BackCloses } from '../../shell/back-closes';
import { DownloadLink } from '../attachments/download-link';
import { usePeople } from '../conversation/people';
import type { PreviewItem } from './preview-items';
import styles from './preview-overlay.module.css';
import { PreviewStage } from './preview-stage';
import { closer, further, type View, WHOLE } from './zoom';

interface PreviewOverlayProps {
  channel: Channel;
  items: readonly PreviewItem[];
  startId: string;
  onClose: () => void;
}

/** One file large, over everything; the arrows lead to the others of the conversation. */
export function PreviewOverlay({ channel, items, startId, onClose }: PreviewOverlayProps) {
  const { t, i18n } = useTranslation('messenger');
  const person = usePeople(channel);
  const [index, setIndex] = useState(() => items.findIndex(({ attachment }) => attachment.id === startId));
  const [view, setView] = useState<View>(WHOLE);
  const item = items[index];
  if (!item) return null;
  const { attachment, userId, createdOn } = item;
  const { channelId } = channel;

  const go = (step: 1 | -1) => {
    if (!items[index + step]) return;
    setIndex(index + step);
    setView(WHOLE);
  };
  /** To the right or to the left, as the files lie in the direction of the writing. */
  const goTowards = (side: 1 | -1) => {
    const isRtl = document.documentElement.dir === 'rtl';
    go(isRtl ? (-side as 1 | -1) : side);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    if (act === 'left') goTowards(-1);
    else if (act === 'right') goTowards(1);
    else if (act === 'whole') setView(WHOLE);
    else setView(act === 'in' ? closer : further);
  };

  return (
    <ModalDialog
      label={t('large.label', { name: attachment.name })}
      placement="full"
      onClose={onClose}
      onKeyDown={pressed}
    >
      <BackCloses onClose={onClose} />
      <div className={styles.overlay}>
        <header className={styles.bar}>
          <div className={styles.words}>
            <p className={styles.name} dir="auto">
              {attachment.name}
            </p>
            <p className={styles.origin}>
              {t('large.origin', {
                author: person(userId).name,
                time: formatMessageTime(createdOn, i18n.language),
              })}
              {items.length > 1 && (
                <span aria-live="polite">
                  {t('large.position', { index: index + 1, count: items.length })}
                </span>
              )}
            </p>
          </div>
          <div className={styles.tools}>
            <IconButton className={styles.tool} label={t('large.smaller')} onClick={() => setView(further)}>
              <ZoomOut aria-hidden size={19} />
            </IconButton>
            <IconButton className={styles.tool} label={t('large.larger')} onClick={() => setView(closer)}>
              <ZoomIn aria-hidden size={19} />
            </IconButton>
          </div>
          <DownloadLink
            channelId={channelId}
            attachment={attachment}
            className={styles.download}
            label={t('files.download', { name: attachment.name })}
          >
            <Download aria-hidden size={19} />
          </DownloadLink>
          <IconButton className={styles.tool} label={t('large.close')} onClick={onClose}>
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
            onSwipe={goTowards}
          />
          {items[index - 1] && (
            <IconButton
              className={`${styles.step} ${styles.previous}`}
              label={t('large.previous')}
              onClick={() => go(-1)}
            >
              <ChevronLeft aria-hidden size={24} className={styles.flips} />
            </IconButton>
          )}
          {items[index + 1] && (
            <IconButton
              className={`${styles.step} ${styles.next}`}
              label={t('large.next')}
              onClick={() => go(1)}
            >
              <ChevronRight aria-hidden size={24} className={styles.flips} />
            </IconButton>
          )}
        </div>
      </div>
    </ModalDialog>
  );
}

const KEYS: Record<string, 'left' | 'right' | 'in' | 'out' | 'whole'> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'whole',
};
