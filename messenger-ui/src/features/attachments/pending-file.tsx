import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { formatSize, shortName } from '../../model/files';
import type { PendingAttachment } from '../../model/outbox';
import { GIF } from '../../model/uploads';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import { FileIcon } from './file-icon';
import styles from './pending-file.module.css';
import { pictureBox } from './picture-box';
import { ProgressRing } from './progress-ring';

/** The file of a message that is on its way, in the shape it will have. */
export function PendingFile({ attachment }: { attachment: PendingAttachment }) {
  const { t, i18n } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const current = useStore(uploads, ({ byId }) => byId.get(attachment.uploadId ?? ''));
  // It is let go a moment before its row is: until then the row stays as it was.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const upload = current ?? last;
  const { name, type } = attachment;
  const ring = upload?.status === 'uploading' && (
    <ProgressRing part={upload.progress} label={t('files.uploading')} />
  );
  // After a reload: what the search for GIFs gave can be seen by everybody, any other file needs a link made for it.
  const picture = upload ? upload.preview : type === GIF ? attachment.url : null;
  if (picture !== null) {
    const box = pictureBox(upload?.width ?? null, upload?.height ?? null);
    return (
      <span
        className={styles.picture}
        style={{ inlineSize: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      >
        <img src={picture} alt={name} />
        {ring}
      </span>
    );
  }
  return (
    <span className={styles.card}>
      <span className={styles.icon}>
        <FileIcon name={name} type={type} />
        {ring}
      </span>
      <span className={styles.words}>
        <span className={styles.name} title={name} dir="auto">
          {shortName(name)}
        </span>
        {upload && <span className={styles.size}>{formatSize(upload.size, i18n.language)}</span>}
      </span>
    </span>
  );
}
