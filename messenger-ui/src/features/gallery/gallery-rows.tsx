import { UnstyledButton } from '@mantine/core';
import { Download, Image, MessageSquare } from 'lucide-react';
import { useRef } from 'react';
import { formatListTime, IconButton, useTranslation } from 'ui-kit';
import type { GalleryMessage } from '../../api/gallery';
import { DownloadLink } from '../../components/download-link';
import { FileIcon } from '../../components/file-icon';
import { FileName } from '../../components/file-name';
import { useAttachmentLink } from '../../hooks/use-attachment-link';
import { useAuthorName } from '../../hooks/use-author-name';
import { formatSize } from '../../model/files';
import type { Attachment } from '../../model/message';
import { plainText } from '../../model/plain-text';
import styles from './gallery.module.css';
import type { GalleryLink } from './gallery-items';
import { useFile } from './use-file';

interface RowProps {
  message: GalleryMessage;
  onOpen: (messageId: string) => void;
}

/** Returns the names of a message's sender and day. */
function useOrigin({ channelId, user, createdOn }: GalleryMessage): { name: string; date: string } {
  const { i18n } = useTranslation('messenger');
  const authorName = useAuthorName();
  const { userId, firstName, lastName } = user;
  const name = authorName({ channelId, userId, name: `${firstName} ${lastName}`.trim() });
  return { name, date: formatListTime(createdOn, i18n.language) };
}

/** A picture; opens its message. */
export function PictureTile({ message, onOpen }: RowProps) {
  const { t } = useTranslation('messenger');
  const row = useRef<HTMLLIElement>(null);
  const file = useFile(message.messageId, row);
  const label = t('gallery.picture', useOrigin(message));
  return (
    <li ref={row}>
      <UnstyledButton
        className={styles.tile}
        aria-label={label}
        title={label}
        onClick={() => onOpen(message.messageId)}
      >
        <Image aria-hidden size={24} className={styles.placeholder} />
        {file && <Thumbnail channelId={message.channelId} file={file} alt={label} />}
      </UnstyledButton>
    </li>
  );
}

function Thumbnail({ channelId, file, alt }: { channelId: string; file: Attachment; alt: string }) {
  const { link, state, onLoad, onError } = useAttachmentLink(channelId, file);
  const source = link?.thumbnailUrl ?? link?.url;
  if (state !== 'ok' || !source) return null;
  return (
    <img
      className={styles.picture}
      src={source}
      alt={alt}
      loading="lazy"
      decoding="async"
      onLoad={onLoad}
      onError={onError}
    />
  );
}

/** A file; opens its message or downloads it. */
export function FileRow({ message, onOpen }: RowProps) {
  const { t, i18n } = useTranslation('messenger');
  const row = useRef<HTMLLIElement>(null);
  const file = useFile(message.messageId, row);
  const { name: sender, date } = useOrigin(message);
  const found = message.attachments[0];
  if (!found) return null;
  const { name, mediaType } = found;
  const size = file?.size ? formatSize(file.size, i18n.language) : null;
  return (
    <li ref={row} className={styles.row}>
      <UnstyledButton className={styles.main} onClick={() => onOpen(message.messageId)}>
        <FileIcon name={name} type={mediaType} />
        <span className={styles.texts}>
          <FileName name={name} className={styles.name} />
          <Origin parts={[size, sender, date]} />
        </span>
      </UnstyledButton>
      {file && (
        <DownloadLink
          channelId={message.channelId}
          attachment={file}
          className={styles.download}
          label={t('attachments.download', { name })}
        >
          <Download aria-hidden size={18} />
        </DownloadLink>
      )}
    </li>
  );
}

/** A link; opens the page, or its message. */
export function LinkRow({ link, onOpen }: { link: GalleryLink; onOpen: RowProps['onOpen'] }) {
  const { t } = useTranslation('messenger');
  const { name, date } = useOrigin(link.message);
  return (
    <li className={styles.row}>
      <a className={styles.main} href={link.href} target="_blank" rel="noopener noreferrer">
        <span className={styles.texts}>
          <bdi className={styles.name}>{link.host}</bdi>
          <span className={styles.text} dir="auto">
            {plainText(link.message.text)}
          </span>
          <Origin parts={[name, date]} />
        </span>
      </a>
      <IconButton
        label={t('gallery.show', { name: link.host })}
        onClick={() => onOpen(link.message.messageId)}
      >
        <MessageSquare aria-hidden size={17} />
      </IconButton>
    </li>
  );
}

function Origin({ parts }: { parts: readonly (string | null)[] }) {
  const shown = parts.filter((part) => part !== null);
  return (
    <span className={styles.origin}>
      {shown.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </span>
  );
}
