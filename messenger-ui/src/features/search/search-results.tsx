import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { announce, EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { searchChannels } from '../../model/search-channels';
import { useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { ChannelHits, MessageHits } from './search-hits';
import styles from './search-panel.module.css';
import { hitsOf, searchQuery } from './search-query';

interface SearchResultsProps {
  /** What is searched for. */
  text: string;
  selection: Selection;
}

/** People and groups first, then messages, newest first. */
export default function SearchResults({ text, selection }: SearchResultsProps) {
  const { t } = useTranslation('messenger');
  const { channels, self } = useChat();
  const found = useMemo(() => searchChannels(channels ?? [], text, self.id), [channels, text, self.id]);
  const messages = useInfiniteQuery(searchQuery(text));
  const hits = useMemo(() => hitsOf(messages.data?.pages ?? []), [messages.data]);
  const { isPending, isError } = messages;

  const count = found.length + hits.length;
  useEffect(() => {
    if (!isPending) announce(count === 0 ? t('search.none') : t('search.found', { count }));
  }, [isPending, count, t]);

  if (!isPending && !isError && count === 0) return <EmptyState icon={SearchX} title={t('search.none')} />;
  return (
    <>
      <section className={styles.section}>
        <h3 className={styles.title}>{t('search.people')}</h3>
        {found.length === 0 ? (
          <p className={styles.nothing}>{t('search.noPeople')}</p>
        ) : (
          <ChannelHits channels={found} text={text} selection={selection} />
        )}
      </section>
      <section className={styles.section}>
        <h3 className={styles.title}>{t('search.messages')}</h3>
        {isPending && <LoadingState label={t('search.loading')} />}
        {!isPending && hits.length === 0 && !isError && (
          <p className={styles.nothing}>{t('search.noMessages')}</p>
        )}
        {hits.length > 0 && (
          <MessageHits
            hits={hits}
            text={text}
            selection={selection}
            isLoadingMore={messages.isFetchingNextPage}
            onMore={messages.hasNextPage && !isError ? () => void messages.fetchNextPage() : undefined}
          />
        )}
        {isError && (
          <ErrorState
            error={messages.error}
            onRetry={() =>
              void (messages.isFetchNextPageError ? messages.fetchNextPage() : messages.refetch())
            }
          />
        )}
      </section>
    </>
  );
}
