import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { announce, EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { parseSearch } from '../../model/search';
import { searchChannels } from '../../model/search-channels';
import { useChannelList, useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import styles from './search-panel.module.css';
import { searchQuery, uniqueResults } from './search-query';
import { ChannelResults, MessageResults } from './search-result-list';

interface SearchResultsProps {
  /** The search in the form of the address. */
  search: string;
  selection: Selection;
}

/** Search results: people and groups, unless filters narrow the search to messages; then messages, newest first. */
export default function SearchResults({ search, selection }: SearchResultsProps) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const { channels } = useChannelList();
  const { text, filters } = useMemo(() => parseSearch(search), [search]);
  const isFiltered = filters.length > 0;
  const matchingChannels = useMemo(
    () => (isFiltered ? [] : searchChannels(channels ?? [], text, self.id)),
    [channels, text, isFiltered, self.id],
  );
  // While a person types, earlier results stay until the new ones arrive.
  const messages = useInfiniteQuery({ ...searchQuery(search), placeholderData: keepPreviousData });
  const results = useMemo(() => uniqueResults(messages.data?.pages ?? []), [messages.data]);
  const { isPending, isError, isPlaceholderData } = messages;

  const count = matchingChannels.length + results.length;
  useEffect(() => {
    if (!isPending && !isPlaceholderData)
      announce(count === 0 ? t('search.noResults') : t('search.found', { count }));
  }, [isPending, isPlaceholderData, count, t]);

  if (!isPending && !isError && !isPlaceholderData && count === 0)
    return <EmptyState icon={SearchX} title={t('search.noResults')} />;
  return (
    <>
      {!isFiltered && (
        <section className={styles.section}>
          <h3 className={styles.title}>{t('search.people')}</h3>
          {matchingChannels.length === 0 ? (
            <p className={styles.empty}>{t('search.noPeopleResults')}</p>
          ) : (
            <ChannelResults channels={matchingChannels} text={text} selection={selection} />
          )}
        </section>
      )}
      <section
        className={styles.section}
        aria-busy={isPlaceholderData}
        data-outdated={isPlaceholderData || undefined}
      >
        <h3 className={styles.title}>{t('search.messages')}</h3>
        {(isPending || (isPlaceholderData && results.length === 0)) && (
          <LoadingState label={t('search.loading')} />
        )}
        {!isPending && !isPlaceholderData && results.length === 0 && !isError && (
          <p className={styles.empty}>{t('search.noMessageResults')}</p>
        )}
        {results.length > 0 && (
          <MessageResults
            results={results}
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
