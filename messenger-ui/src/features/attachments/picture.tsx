import { UnstyledButton } from '@mantine/core';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { Attachment } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import { useOpenPreview } from '../preview/preview-host';
import styles from './picture.module.css';
import { pictureBox } from './picture-box';
import { useLink } from './use-link';

/** A picture in a box of its own proportions from the start; pressing it opens it large. */
export function Picture({ channelId, attachment }: { channelId: string; attachment: Attachment }) {
  const { t } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const openPreview = useOpenPreview();
  const { link, state, onLoad, onError, retry } = useLink(channelId, attachment);
  const [isLoaded, setIsLoaded] = useState(false);
  const { id, name, width, height } = attachment;
  const box = pictureBox(width, height);
  const style = { inlineSize: box.width, aspectRatio: `${box.width} / ${box.height}` };

  if (state !== 'ok') {
    return (
      <div className={styles.broken} style={style}>
        <ImageOff aria-hidden size={20} />
        <span>{state === 'gone' ? t('files.gone') : t('files.broken')}</span>
        {state === 'broken' && (
          <UnstyledButton className={styles.retry} onClick={retry}>
            {t('retry')}
          </UnstyledButton>
        )}
      </div>
    );
  }
  const source = uploads.ownPicture(id) ?? sourceOf(attachment, link);
  return (
    <UnstyledButton
      className={styles.picture}
      style={style}
      data-loading={!isLoaded || undefined}
      aria-label={t('files.open', { name })}
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

/** The small picture, but for what moves: that one is shown moving, unless the person asked for less. */
function sourceOf({ type }: Attachment, link: { url: string | null; thumbnailUrl: string | null } | null) {
  if (!link) return null;
  const moves = type === 'gif' || type === 'image/gif';
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return moves && !isCalm ? (link.url ?? link.thumbnailUrl) : (link.thumbnailUrl ?? link.url);
}
