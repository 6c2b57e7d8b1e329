import { formatDate, useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import { MatchCard } from './match-card';
import styles from './potential-screen.module.css';
import { useStatusText } from './use-status-text';

interface ExpiredMatchesProps {
  state: MatchingState;
  isRoundNear: boolean;
}

/** The proposals of the last round that expired, greyed, and when the next round is. */
export function ExpiredMatches({ state: { activeMatches, nextRoundOn }, isRoundNear }: ExpiredMatchesProps) {
  const { t, i18n } = useTranslation('matching');
  const statusText = useStatusText();
  return (
    <>
      <p className={styles.places}>
        {nextRoundOn === null || isRoundNear
          ? t('expired.text')
          : t('expired.until', { date: formatDate(nextRoundOn, i18n.language, 'weekday') })}
      </p>
      <ul className={styles.cards}>
        {activeMatches.map((match) => (
          <MatchCard key={match.id} match={match} isOver message={statusText(match, match.isExpired)} />
        ))}
      </ul>
    </>
  );
}
