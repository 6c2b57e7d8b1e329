import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { IconButton, Spinner, useTranslation } from 'ui-kit';
import { documentPageQuery } from '../../api/document-pages';
import type { Attachment } from '../../model/message';
import styles from './document-pages.module.css';
import { FIT_VIEW, type View } from './zoom';
import { ZoomableImage } from './zoomable-image';

interface DocumentPagesProps {
  channelId: string;
  attachment: Attachment;
  view: View;
  onView: (change: (view: View) => View) => void;
  onSwipe: (step: 1 | -1) => void;
  /** Shown if the server cannot render the document. */
  fallback: ReactNode;
}

/** The pages of a document, one at a time. Page Up and Page Down turn them. */
export function DocumentPages({
  channelId,
  attachment,
  view,
  onView,
  onSwipe,
  fallback,
}: DocumentPagesProps) {
  const { t } = useTranslation('messenger');
  const { id, name } = attachment;
  const [page, setPage] = useState(1);
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...documentPageQuery(channelId, id, page),
    placeholderData: keepPreviousData,
  });
  const source = useObjectUrl(data?.picture);
  const total = data?.total ?? 1;

  const turn = (step: 1 | -1) => {
    if (page + step < 1 || page + step > total) return;
    setPage(page + step);
    onView(() => FIT_VIEW);
  };
  const turnByKey = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    turn(step);
  });
  useEffect(() => {
    window.addEventListener('keydown', turnByKey, true);
    return () => window.removeEventListener('keydown', turnByKey, true);
  }, []);

  if (data === null) return fallback;
  if (isError) {
    return (
      <div className={styles.failure} role="alert">
        <ImageOff aria-hidden size={30} />
        <p>{t('attachments.loadFailed')}</p>
        <Button variant="light" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <>
      {(source === null || isPlaceholderData) && (
        <div className={styles.waiting}>
          <Spinner size={30} />
        </div>
      )}
      {source !== null && (
        <ZoomableImage
          src={source}
          alt={total > 1 ? `${name}, ${t('filePreview.page', { page, total })}` : name}
          width={null}
          height={null}
          view={view}
          onView={onView}
          onSwipe={onSwipe}
          onLoad={() => {}}
          onError={() => {}}
        />
      )}
      {total > 1 && (
        <div className={styles.pages}>
          <IconButton label={t('filePreview.previousPage')} disabled={page === 1} onClick={() => turn(-1)}>
            <ChevronUp aria-hidden size={20} />
          </IconButton>
          <span aria-live="polite">{t('filePreview.page', { page, total })}</span>
          <IconButton label={t('filePreview.nextPage')} disabled={page === total} onClick={() => turn(1)}>
            <ChevronDown aria-hidden size={20} />
          </IconButton>
        </div>
      )}
    </>
  );
}

const STEPS: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };

/** Returns an address of the blob while it is shown. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const created = URL.createObjectURL(blob);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return url;
}
