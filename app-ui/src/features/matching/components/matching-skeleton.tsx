import { Skeleton } from '@mantine/core';
import { useTranslation } from 'ui-kit';
import styles from './matching-skeleton.module.css';

/** The shape of the main panel while it loads. */
export function MatchingSkeleton() {
  const { t } = useTranslation('matching');
  return (
    <div className={styles.skeleton} role="status" aria-label={t('loading')}>
      <Skeleton height={200} radius="xl" />
      <div className={styles.cards}>
        <Skeleton height={360} radius="xl" />
        <Skeleton height={360} radius="xl" />
        <Skeleton height={360} radius="xl" />
      </div>
    </div>
  );
}
