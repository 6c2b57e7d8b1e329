import { useLayoutEffect } from 'react';
import type { Place } from '../place';
import { FeedSkeleton } from './feed-skeleton';

/** Stands where the person was in the feed, while the items up to there load. */
export function ReturningFeed({ place: { top, height } }: { place: Place }) {
  useLayoutEffect(() => {
    window.scrollTo({ top });
  }, [top]);
  return (
    <div style={{ minBlockSize: height, paddingBlockStart: top }}>
      <FeedSkeleton count={2} />
    </div>
  );
}
