import { UnstyledButton } from '@mantine/core';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { useAttachmentLink } from '../../hooks/use-attachment-link';
import type { Attachment } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import styles from './image-attachment.module.css';
import { imageSize } from './image-size';
import { useOpenPreview } from './preview-provider';

/** An image with its final size from the start; a click opens the preview. */
export function ImageAttachment({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { t } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const openPreview = useOpenPreview();
  const { link, state, onLoad, onError, retry } = useAttachmentLink(channelId, attachment);
  const [isLoaded, setIsLoaded] = useState(false);
  const { id, name, width, height } = attachment;
  const box = imageSize(width, height);
  const style = { inlineSize: box.width, aspectRatio: `${box.width} / ${box.height}` };

  if (state !== 'ok') {
    return (
      <div className={styles.broken} style={style}>
        <ImageOff aria-hidden size={20} />
        <span>{state === 'unavailable' ? t('attachments.unavailable') : t('attachments.loadFailed')}</span>
        {state === 'failed' && (
          <UnstyledButton className={styles.retry} onClick={retry}>
            {t('retry')}
          </UnstyledButton>
        )}
      </div>
    );
  }
  const source = uploads.sentPreview(id) ?? imageSource(attachment, link);
  return (
    <UnstyledButton
      className={styles.picture}
      style={style}
      data-loading={!isLoaded || undefined}
      aria-label={t('attachments.open', { name })}
      onClick={() => openPreview(id)}
    >
      {source !== null && (
        <img
          src={source}
          alt=""
          width={box.width}
          height={box.height}
          loading="lazy"
          decoding="async"
          onLoad={() => {
            setIsLoaded(true);
            onLoad();
          }}
          onError={onError}
        />
      )}
    </UnstyledButton>
  );
}

/** Returns the thumbnail, or the animation of a GIF unless the person prefers reduced motion. */
function imageSource({ type }: Attachment, link: { url: string | null; thumbnailUrl: string | null } | null) {
  if (!link) return null;
  const isAnimated = type === 'gif' || type === 'image/gif';
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isAnimated && !prefersReducedMotion
    ? (link.url ?? link.thumbnailUrl)
    : (link.thumbnailUrl ?? link.url);
}
