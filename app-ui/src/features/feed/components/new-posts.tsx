import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { newCountQuery } from '../api/feed';
import type { FeedFilter } from '../filter';
import styles from './new-posts.module.css';

interface NewPostsProps {
  filter: FeedFilter;
  /** The time of the shown set of items. */
  asOf: string;
  /** The number that came with the items, and when. */
  initial: { count: number; at: number };
  onShow: () => void;
}

/** Offers items that appeared since the feed was opened. */
export function NewPosts({ filter, asOf, initial, onShow }: NewPostsProps) {
  const { t } = useTranslation('feed');
  const { data: count } = useQuery({
    ...newCountQuery(filter, asOf),
    initialData: initial.count,
    initialDataUpdatedAt: initial.at,
  });
  return (
    <div className={styles.position} role="status">
      {count > 0 && (
        <Button
          className={styles.button ?? ''}
          radius="xl"
          leftSection={<ArrowUp aria-hidden size={16} />}
          onClick={onShow}
        >
          {t('feed.newPosts', { count })}
        </Button>
      )}
    </div>
  );
}
