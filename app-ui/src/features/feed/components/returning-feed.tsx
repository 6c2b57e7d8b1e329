import { useLayoutEffect } from 'react';
import type { ScrollPosition } from '../scroll-position';
import { FeedSkeleton } from './feed-skeleton';

/** Stands where the person was in the feed, while the items up to there load. */
export function ReturningFeed({ position: { top, height } }: { position: ScrollPosition }) {
  useLayoutEffect(() => {
    window.scrollTo({ top });
  }, [top]);
  return (
    <div style={{ minBlockSize: height, paddingBlockStart: top }}>
      <FeedSkeleton count={2} />
    </div>
  );
}
