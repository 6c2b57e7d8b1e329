import { UnstyledButton } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { DownloadLink } from '../../components/download-link';
import { FileIcon } from '../../components/file-icon';
import { FileName } from '../../components/file-name';
import { useAttachmentLink } from '../../hooks/use-attachment-link';
import { formatSize, kindOf } from '../../model/files';
import type { Attachment } from '../../model/message';
import styles from './document-card.module.css';
import { useOpenPreview } from './preview-provider';

/** A document with icon and name, and its first page where the server has rendered one. */
export function DocumentCard({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { t, i18n } = useTranslation('messenger');
  const openPreview = useOpenPreview();
  const { id, name, type, size } = attachment;
  const description = (
    <>
      <FileIcon name={name} type={type} />
      <span className={styles.details}>
        <FileName name={name} className={styles.name} />
        {size !== null && <span className={styles.size}>{formatSize(size, i18n.language)}</span>}
      </span>
    </>
  );
  return (
    <div className={styles.card}>
      {attachment.thumbnailUrl !== null && <FirstPage channelId={channelId} attachment={attachment} />}
      <div className={styles.row}>
        {hasPreview(attachment) ? (
          <UnstyledButton
            className={styles.openButton}
            aria-label={t('attachments.open', { name })}
            onClick={() => openPreview(id)}
          >
            {description}
          </UnstyledButton>
        ) : (
          <span className={styles.openButton}>{description}</span>
        )}
        <DownloadLink
          channelId={channelId}
          attachment={attachment}
          className={styles.download}
          label={t('attachments.download', { name })}
        >
          <Download aria-hidden size={18} />
        </DownloadLink>
      </div>
    </div>
  );
}

/** Plain text and CSV have no preview: they are downloaded. */
const hasPreview = ({ name, type }: Attachment): boolean =>
  kindOf(name, type) !== 'text' && !name.toLowerCase().endsWith('.csv');

function FirstPage({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { link, state, onLoad, onError } = useAttachmentLink(channelId, attachment);
  return (
    <span className={styles.page} aria-hidden>
      {state === 'ok' && link?.thumbnailUrl && (
        <img
          src={link.thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </span>
  );
}
