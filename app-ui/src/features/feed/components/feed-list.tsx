import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { type Components, type ListProps, Virtuoso, type VirtuosoHandle } from 'react-virtuoso';
import { useErrorText, useTranslation } from 'ui-kit';
import type { FeedPost } from '../api/feed';
import { useScrollPosition } from '../hooks/use-scroll-position';
import type { ScrollPosition } from '../scroll-position';
import { FeedCard } from './feed-card';
import styles from './feed-list.module.css';
import { FeedSkeleton } from './feed-skeleton';

interface FeedListProps {
  posts: readonly FeedPost[];
  asOf: string;
  /** The number of pages that the items come from. */
  pages: number;
  /** Where the person was in these items before. */
  position: ScrollPosition | undefined;
  hasMore: boolean;
  /** Why the next part is missing. */
  error: Error | null;
  /** Called at the end of the items. */
  onMore: () => void;
  onRetry: () => void;
}

/** Rendered beyond the edges of the window, in pixels: enough that Tab finds the next item. */
const MARGIN_PX = { top: 800, bottom: 1600 };

/** The items of the feed in the scroll of the page. Only those near the window are in the document. */
export function FeedList({ posts, asOf, pages, position, hasMore, error, onMore, onRetry }: FeedListProps) {
  const list = useRef<VirtuosoHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  useScrollPosition(list, box, { asOf, pages });
  const top = position?.top;
  useLayoutEffect(() => {
    // After a reload the router restored the position before there were items.
    if (top !== undefined) window.scrollTo({ top });
  }, [top]);
  return (
    <div ref={box} style={{ minBlockSize: position?.height }}>
      <Virtuoso<FeedPost, FooterContext>
        ref={list}
        useWindowScroll
        data={posts}
        context={{ hasMore, error, onRetry }}
        computeItemKey={(_, post) => post.id}
        itemContent={(_, post) => (
          <div className={styles.item}>
            <FeedCard post={post} />
          </div>
        )}
        increaseViewportBy={MARGIN_PX}
        endReached={onMore}
        components={PARTS}
        {...(position === undefined ? {} : { restoreStateFrom: position.snapshot })}
      />
    </div>
  );
}

type FooterContext = Pick<FeedListProps, 'hasMore' | 'error' | 'onRetry'>;

/** What follows the items: the next part is loading or failed, or the feed ends here. */
function Footer({ context: { hasMore, error, onRetry } }: { context: FooterContext }) {
  const { t } = useTranslation('feed');
  const errorText = useErrorText();
  if (error !== null) {
    return (
      <div className={styles.failed} role="alert">
        <p>{errorText(error)}</p>
        <Button variant="light" onClick={onRetry}>
          {t('actions.retry', { ns: 'common' })}
        </Button>
      </div>
    );
  }
  if (hasMore) return <FeedSkeleton count={1} />;
  return <p className={styles.end}>{t('feed.end')}</p>;
}

/** The rows of the library, as a feed for assistive technology. */
function List({ ref, style, children }: ListProps) {
  const { t } = useTranslation('feed');
  return (
    <div ref={ref} style={style} role="feed" aria-label={t('feed.list')}>
      {children}
    </div>
  );
}

/** Outside of the component: new ones would mount all rows again. */
const PARTS: Components<FeedPost, FooterContext> = { Footer, List };
