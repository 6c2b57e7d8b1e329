import { UnstyledButton } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { formatSize, kindOf, shortName } from '../../model/files';
import type { Attachment } from '../../model/message';
import { useOpenPreview } from '../preview/preview-host';
import styles from './document-card.module.css';
import { DownloadLink } from './download-link';
import { FileIcon } from './file-icon';
import { useLink } from './use-link';

/** A document by its sign and name, with its first page where the server has drawn one. */
export function DocumentCard({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { t, i18n } = useTranslation('messenger');
  const openPreview = useOpenPreview();
  const { id, name, type, size } = attachment;
  const words = (
    <>
      <FileIcon name={name} type={type} />
      <span className={styles.words}>
        <span className={styles.name} title={name} dir="auto">
          {shortName(name)}
        </span>
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
            className={styles.main}
            aria-label={t('files.open', { name })}
            onClick={() => openPreview(id)}
          >
            {words}
          </UnstyledButton>
        ) : (
          <span className={styles.main}>{words}</span>
        )}
        <DownloadLink
          channelId={channelId}
          attachment={attachment}
          className={styles.download}
          label={t('files.download', { name })}
        >
          <Download aria-hidden size={18} />
        </DownloadLink>
      </div>
    </div>
  );
}

/** Plain text and tables of it have none: they open in what the person has for them. */
const hasPreview = ({ name, type }: Attachment): boolean =>
  kindOf(name, type) !== 'text' && !name.toLowerCase().endsWith('.csv');

function FirstPage({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { link, state, onLoad, onError } = useLink(channelId, attachment);
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
