import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { FileIcon } from '../../components/file-icon';
import { FileName } from '../../components/file-name';
import { formatSize } from '../../model/files';
import type { PendingAttachment } from '../../model/pending-message';
import { GIF } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { imageSize } from './image-size';
import styles from './pending-attachment-view.module.css';
import { ProgressRing } from './progress-ring';

/** The attachment of a pending message, in its final layout. */
export function PendingAttachmentView({ attachment }: { attachment: PendingAttachment }) {
  const { t, i18n } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const current = useStore(uploads, ({ byId }) => byId.get(attachment.uploadId ?? ''));
  // The upload is released shortly before its row: until then the last state stays visible.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const upload = current ?? last;
  const { name, type } = attachment;
  const progressRing = upload?.status === 'uploading' && (
    <ProgressRing progress={upload.progress} label={t('attachments.uploading')} />
  );
  // After a reload: GIFs of the search are public, any other file needs a signed link.
  const imageUrl = upload ? upload.preview : type === GIF ? attachment.url : null;
  if (imageUrl !== null) {
    const size = imageSize(upload?.width ?? null, upload?.height ?? null);
    return (
      <span
        className={styles.image}
        style={{ inlineSize: size.width, aspectRatio: `${size.width} / ${size.height}` }}
      >
        <img src={imageUrl} alt={name} />
        {progressRing}
      </span>
    );
  }
  return (
    <span className={styles.card}>
      <span className={styles.icon}>
        <FileIcon name={name} type={type} />
        {progressRing}
      </span>
      <span className={styles.details}>
        <FileName name={name} className={styles.name} />
        {upload && <span className={styles.size}>{formatSize(upload.size, i18n.language)}</span>}
      </span>
    </span>
  );
}
