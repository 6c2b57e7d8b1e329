import { Button } from '@mantine/core';
import { CircleCheck, MoonStar, Timer } from 'lucide-react';
import { Avatar, formatAgo, formatDateTime, useNow, useTranslation } from 'ui-kit';
import type { MatchingState } from '../../../shared/matches/active-matches';
import type { Match } from '../../../shared/matches/types';
import { useUntilText } from '../../../shared/matches/use-until-text';
import styles from './awaiting-screen.module.css';
import { useOpenDialog } from './use-open-dialog';
import { useStatusText } from './use-status-text';

const MINUTE_MS = 60_000;

/** Whom a mentee has asked, since when, and what became of the others. */
export function AwaitingScreen({ state }: { state: MatchingState }) {
  const { t } = useTranslation('matching');
  const asked = state.activeMatches.filter(({ status }) => status === 'PENDING');
  const others = state.activeMatches.filter(({ status }) => status !== 'PENDING');
  return (
    <ul className={styles.list} aria-label={t('awaiting.label')}>
      {asked.map((match) => (
        <Asked key={match.id} match={match} clockOffset={state.clockOffset} />
      ))}
      {others.map((match) => (
        <Closed key={match.id} match={match} />
      ))}
    </ul>
  );
}

function Asked({ match, clockOffset }: { match: Match; clockOffset: number }) {
  const { t, i18n } = useTranslation('matching');
  const { open } = useOpenDialog();
  const untilText = useUntilText();
  const now = useNow(MINUTE_MS) + clockOffset;
  const { id, fullName, displayPicture, updatedTimestamp, expiresAt } = match;
  const until = expiresAt === null ? now : Date.parse(expiresAt);
  return (
    <li className={styles.row}>
      <Avatar id={id} name={fullName} picture={displayPicture} size={64} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <bdi>{fullName}</bdi>
        </h3>
        <p className={styles.line}>
          <CircleCheck aria-hidden size={16} />
          <time dateTime={updatedTimestamp} title={formatDateTime(updatedTimestamp, i18n.language)}>
            {t('awaiting.since', { ago: formatAgo(updatedTimestamp, i18n.language, now) })}
          </time>
        </p>
        {until > now && (
          <p className={styles.line}>
            <Timer aria-hidden size={16} />
            {t('awaiting.answerBy', { until: untilText(until, now) })}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="light" onClick={() => open(`info:${id}`)}>
          {t('awaiting.details')}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => open(`withdraw:${id}`)}>
          {t('withdraw.open')}
        </Button>
      </div>
    </li>
  );
}

function Closed({ match }: { match: Match }) {
  const statusText = useStatusText();
  const { id, fullName, displayPicture } = match;
  return (
    <li className={styles.row} data-over>
      <Avatar id={id} name={fullName} picture={displayPicture} size={44} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <bdi>{fullName}</bdi>
        </h3>
        <p className={styles.line}>
          <MoonStar aria-hidden size={16} />
          {statusText(match, match.isExpired)}
        </p>
      </div>
    </li>
  );
}
