import { Button } from '@mantine/core';
import { CalendarClock, DoorOpen, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'ui-kit';
import type { MatchingState } from '../api/queries';
import styles from './side-panel.module.css';
import { useOpenDialog } from './use-open-dialog';

/** The left column: when the next round is, the history, the group of a mentor, and the way out. */
export function SidePanel({ state, children }: { state: MatchingState | undefined; children?: ReactNode }) {
  const { t, i18n } = useTranslation('matching');
  const { open } = useOpenDialog();
  const nextRoundOn = state?.nextRoundOn ?? null;
  const day = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    numberingSystem: 'latn',
  });
  return (
    <aside className={styles.panel} aria-label={t('side.label')}>
      <div className={styles.card}>
        {nextRoundOn !== null && (
          <p className={styles.round}>
            <CalendarClock aria-hidden size={22} strokeWidth={1.75} />
            <span>
              <span className={styles.label}>{t('side.nextRound')}</span>
              <time dateTime={nextRoundOn}>{day.format(new Date(nextRoundOn))}</time>
            </span>
          </p>
        )}
        <Button
          variant="light"
          fullWidth
          className={styles.button ?? ''}
          leftSection={<History aria-hidden size={18} />}
          onClick={() => open('history')}
        >
          <span className={styles.sentence}>{t('viewMatchingHistory')}</span>
        </Button>
        {state?.isInPool && (
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            className={styles.button ?? ''}
            leftSection={<DoorOpen aria-hidden size={18} />}
            onClick={() => open('leave')}
          >
            {t('leave.open')}
          </Button>
        )}
      </div>
      {children}
    </aside>
  );
}
