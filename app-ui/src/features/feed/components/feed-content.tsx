import { Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Newspaper, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { EmptyState, ErrorState, useTranslation } from 'ui-kit';
import { feedQuery } from '../api/feed';
import { type FeedFilter, NO_FILTER, partsOf } from '../filter';
import { scrollPositionOf } from '../scroll-position';
import { FeedList } from './feed-list';
import { FeedSkeleton } from './feed-skeleton';
import { LikesSwitch } from './likes-switch';
import { NewPosts } from './new-posts';
import { ReturningFeed } from './returning-feed';

interface FeedContentProps {
  filter: FeedFilter;
  onApply: (filter: FeedFilter) => void;
}

/** The items for a filter in every state: loading, failed, none, some. */
export function FeedContent({ filter, onApply }: FeedContentProps) {
  const { i18n } = useTranslation('feed');
  const queries = useQueryClient();
  const location = useLocation();
  const [position, setPosition] = useState(() => scrollPositionOf(location));
  const keptAsOf = useRef(position?.asOf);
  const query = feedQuery(queries, filter, i18n.language, keptAsOf);
  const {
    data,
    dataUpdatedAt,
    error,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(query);
  const posts = useMemo(() => {
    const all = data?.pages.flatMap(({ results }) => results) ?? [];
    // Content that is withdrawn during reading shifts the pages behind it.
    return [...new Map(all.map((post) => [post.id, post])).values()];
  }, [data]);

  // A refetch, such as after a like in another tab, cancels a part that loads: it is asked for again afterwards.
  const [wantedPages, setWantedPages] = useState(position?.pages ?? 1);
  const knownPages = data?.pages.length ?? 0;
  const isWaiting = hasNextPage && knownPages < wantedPages && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isWaiting) void fetchNextPage();
  }, [isWaiting, fetchNextPage]);

  const isReturning = data === undefined ? error === null : isWaiting || isFetchingNextPage;
  if (position !== undefined && isReturning && knownPages < position.pages)
    return <ReturningFeed position={position} />;
  if (data === undefined) {
    return error === null ? (
      <FeedSkeleton count={3} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const [first] = data.pages;
  const showNew = () => {
    window.scrollTo({ top: 0 });
    setPosition(undefined);
    setWantedPages(1);
    keptAsOf.current = undefined;
    void queries.resetQueries({ queryKey: query.queryKey });
  };
  return (
    <>
      {first !== undefined && (
        <NewPosts
          filter={filter}
          asOf={first.asOf}
          initial={{ count: first.newCount, at: dataUpdatedAt }}
          onShow={showNew}
        />
      )}
      {posts.length > 0 && <LikesSwitch state={first?.likes ?? 'off'} />}
      {posts.length === 0 && (
        <NoPosts isFiltered={partsOf(filter) > 0} onShowAll={() => onApply(NO_FILTER)} />
      )}
      {posts.length > 0 && (
        <FeedList
          posts={posts}
          asOf={first?.asOf ?? ''}
          pages={knownPages}
          position={position}
          hasMore={hasNextPage}
          error={isFetchNextPageError ? error : null}
          onMore={() => setWantedPages(knownPages + 1)}
          onRetry={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

function NoPosts({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('feed');
  if (!isFiltered) {
    return (
      <EmptyState icon={Newspaper} title={t('feed.empty')}>
        {t('feed.emptyText')}
      </EmptyState>
    );
  }
  const action = (
    <Button variant="light" onClick={onShowAll}>
      {t('feed.filter.showAll')}
    </Button>
  );
  return (
    <EmptyState icon={SearchX} title={t('feed.noMatch')} action={action}>
      {t('feed.noMatchText')}
    </EmptyState>
  );
}
