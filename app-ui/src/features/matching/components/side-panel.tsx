import { Button } from '@mantine/core';
import { CalendarClock, DoorOpen, History } from 'lucide-react';
import { formatDate, useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import styles from './side-panel.module.css';
import { useIsRoundNear } from './use-is-round-near';
import { useOpenDialog } from './use-open-dialog';

interface SidePanelProps {
  state: MatchingState | undefined;
}

/** When the next round is, the history, and the way out. On phones it stands below the matches. */
export function SidePanel({ state }: SidePanelProps) {
  const { t, i18n } = useTranslation('matching');
  const { open } = useOpenDialog();
  const isNear = useIsRoundNear(state);
  // Of interest to people who wait for proposals; those who have some see one time, that of the decision.
  const isWaiting = state?.isInPool && state.activeMatches.length === 0 && state.freePlaces !== 0;
  const nextRoundOn = isWaiting && !isNear ? state.nextRoundOn : null;
  return (
    <aside className={styles.card} aria-label={t('side.label')}>
      {nextRoundOn !== null && (
        <p className={styles.round}>
          <CalendarClock aria-hidden size={22} strokeWidth={1.75} />
          <span>
            <span className={styles.label}>{t('side.nextRound')}</span>
            <time dateTime={nextRoundOn}>{formatDate(nextRoundOn, i18n.language, 'weekday')}</time>
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
    </aside>
  );
}
