import { Button } from '@mantine/core';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Spinner, useTranslation } from 'ui-kit';
import { DownloadLink } from '../../components/download-link';
import { FileIcon } from '../../components/file-icon';
import { useAttachmentLink } from '../../hooks/use-attachment-link';
import { formatSize, hasPages, kindOf } from '../../model/files';
import type { Attachment } from '../../model/message';
import { useChat } from '../../shell/chat-context';
import { DocumentPages } from './document-pages';
import { isDrawable } from './preview-items';
import styles from './preview-stage.module.css';
import type { View } from './zoom';
import { ZoomableImage } from './zoomable-image';

interface PreviewStageProps {
  channelId: string;
  attachment: Attachment;
  view: View;
  onView: (change: (view: View) => View) => void;
  onSwipe: (step: 1 | -1) => void;
}

/** The image or the pages of a file, or its name and size. */
export function PreviewStage(props: PreviewStageProps) {
  const still = <StillStage {...props} />;
  const { name, type } = props.attachment;
  return hasPages(name, type) ? <DocumentPages {...props} fallback={still} /> : still;
}

function StillStage({ channelId, attachment, view, onView, onSwipe }: PreviewStageProps) {
  const { t, i18n } = useTranslation('messenger');
  const { uploads } = useChat().hub;
  const { link, state, onLoad, onError, retry } = useAttachmentLink(channelId, attachment);
  const [isLoaded, setIsLoaded] = useState(false);
  const { id, name, type, size, width, height } = attachment;

  if (!isDrawable(attachment)) {
    return (
      <div className={styles.card}>
        <FileIcon name={name} type={type} size={72} />
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {size !== null && <p className={styles.detail}>{formatSize(size, i18n.language)}</p>}
        <p className={styles.detail}>{t('filePreview.notSupported')}</p>
        <DownloadLink channelId={channelId} attachment={attachment} className={styles.download}>
          <Download aria-hidden size={17} />
          {t('message.download')}
        </DownloadLink>
      </div>
    );
  }
  if (state !== 'ok') {
    return (
      <div className={styles.card} role="alert">
        <ImageOff aria-hidden size={30} />
        <p className={styles.detail}>
          {state === 'unavailable' ? t('attachments.unavailable') : t('attachments.loadFailed')}
        </p>
        {state === 'failed' && (
          <Button variant="light" onClick={retry}>
            {t('retry')}
          </Button>
        )}
      </div>
    );
  }
  const isImage = kindOf(name, type) === 'image' && type !== 'image/heic';
  const source = uploads.sentPreview(id) ?? (isImage ? link?.url : link?.thumbnailUrl) ?? null;
  return (
    <>
      {!isLoaded && (
        <div className={styles.waiting}>
          <Spinner size={30} />
        </div>
      )}
      {source !== null && (
        <ZoomableImage
          src={source}
          alt={name}
          width={width}
          height={height}
          view={view}
          onView={onView}
          onSwipe={onSwipe}
          onLoad={() => {
            setIsLoaded(true);
            onLoad();
          }}
          onError={onError}
        />
      )}
    </>
  );
}
