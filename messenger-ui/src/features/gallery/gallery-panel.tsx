import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { File, Image, Link } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { galleryQuery } from '../../api/gallery';
import type { HasValue } from '../../model/search';
import styles from './gallery.module.css';
import { linksOf, uniqueMessages } from './gallery-items';
import { FileRow, LinkRow, PictureTile } from './gallery-rows';

const EMPTY = {
  image: { icon: Image, title: 'gallery.noPictures' },
  file: { icon: File, title: 'gallery.noFiles' },
  link: { icon: Link, title: 'gallery.noLinks' },
} as const;

interface GalleryPanelProps {
  channelId: string;
  tab: HasValue;
  onOpen: (messageId: string) => void;
}

/** One tab of the gallery, newest first. */
export function GalleryPanel({ channelId, tab, onOpen }: GalleryPanelProps) {
  const { t } = useTranslation('messenger');
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(galleryQuery(channelId, tab));
  const messages = useMemo(() => data && uniqueMessages(data.pages), [data]);
  const links = useMemo(() => (tab === 'link' ? linksOf(messages ?? []) : []), [tab, messages]);
  const count = tab === 'link' ? links.length : messages?.length;
  const empty = EMPTY[tab];
  return (
    <>
      {!messages && error === null && <LoadingState label={t('gallery.loading')} />}
      {messages && count === 0 && error === null && !hasNextPage && (
        <EmptyState icon={empty.icon} title={t(empty.title)}>
          {t('gallery.hint')}
        </EmptyState>
      )}
      {messages && count !== 0 && (
        <ul className={tab === 'image' ? styles.grid : styles.list}>
          {tab === 'image' &&
            messages.map((message) => (
              <PictureTile key={message.messageId} message={message} onOpen={onOpen} />
            ))}
          {tab === 'file' &&
            messages.map((message) => <FileRow key={message.messageId} message={message} onOpen={onOpen} />)}
          {tab === 'link' && links.map((link) => <LinkRow key={link.key} link={link} onOpen={onOpen} />)}
        </ul>
      )}
      {error !== null && (
        <ErrorState error={error} onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())} />
      )}
      {hasNextPage && error === null && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('messageEntries.more')}
        </Button>
      )}
    </>
  );
}
