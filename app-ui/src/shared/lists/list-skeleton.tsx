import { Skeleton } from '@mantine/core';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './list-skeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Stands for rows while the first of them load. */
export function ListSkeleton({ isCards, columns }: { isCards: boolean; columns: number }) {
  const { t } = useTranslation('lists');
  return (
    <div role="status" className={styles.rows} data-cards={isCards || undefined}>
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {ROWS.map((row) => (
        <div key={row} className={styles.row} aria-hidden>
          <Skeleton circle height={40} />
          {Array.from({ length: isCards ? 1 : columns }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are all alike
            <Skeleton key={index} height={14} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
