import { Skeleton } from '@mantine/core';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './feed-skeleton.module.css';

/** Stands for items that load. */
export function FeedSkeleton({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.list} role="status">
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={styles.card} aria-hidden>
          <Skeleton height={150} radius={0} />
          <div className={styles.lines}>
            <Skeleton height={12} width="6rem" />
            <Skeleton height={22} width="55%" />
            <Skeleton height={12} />
            <Skeleton height={12} width="80%" />
          </div>
        </div>
      ))}
    </div>
  );
}
