import { useTranslation } from 'ui-kit';
import { formatSize, kindOf, shortName } from '../../model/files';
import type { PendingAttachment } from '../../model/outbox';
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
  const upload = useStore(uploads, ({ byId }) => byId.get(attachment.uploadId ?? ''));
  const { name, type } = attachment;
  const ring = upload?.status === 'uploading' && (
    <ProgressRing part={upload.progress} label={t('files.uploading')} />
  );
  // What the search for GIFs gave lies at its address already.
  const picture = upload ? upload.preview : kindOf(name, type) === 'image' ? attachment.url : null;
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
