import { Skeleton } from '@mantine/core';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import type { SessionCard as Card } from '../types';
import '../texts';
import { SessionCard } from './session-card';
import styles from './session-grid.module.css';

/** Cards of sessions, side by side where there is room. */
export function SessionGrid({ sessions }: { sessions: readonly Card[] }) {
  return (
    <ul className={styles.grid}>
      {sessions.map((session) => (
        <SessionCard key={session.id} session={session} />
      ))}
    </ul>
  );
}

/** Stands for cards that load. */
export function SessionGridSkeleton({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.grid} role="status">
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={index} height={290} radius="lg" aria-hidden />
      ))}
    </div>
  );
}
