import { Button } from '@mantine/core';
import { ArrowUp, TriangleAlert } from 'lucide-react';
import { Avatar, IconButton, useTranslation } from 'ui-kit';
import { Notice, RecordLink } from '../../components/cells';
import { formatScore } from '../../components/score';
import type { Candidate } from '../round';
import styles from './candidate-row.module.css';

interface CandidateRowProps {
  candidate: Candidate;
  /** Whether a change is on its way. */
  isPending: boolean;
  /** Why the pair is not possible now. */
  problem?: string | null;
  /** What became of the suggestion. */
  outcome?: string | null;
  /** Puts it one place up. */
  onRaise?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  /** Chooses another one for its place. */
  onReplace?: (() => void) | undefined;
  /** The one whose place it would take. */
  instead?: string | undefined;
  onAdd?: (() => void) | undefined;
}

/** A mentor with how well they fit and why, and what can be done. */
export function CandidateRow({
  candidate,
  isPending,
  problem,
  outcome,
  onRaise,
  onRemove,
  onReplace,
  instead,
  onAdd,
}: CandidateRowProps) {
  const { t, i18n } = useTranslation('staff');
  const { mentor, score, reasons, offers, places } = candidate;
  const name = mentor.name || t('mentorships.former');
  const percent = (share: number) => formatScore(share, i18n.language);
  return (
    <li className={styles.row}>
      <Avatar id={mentor.id} name={name} size={38} />
      <div className={styles.words}>
        <span className={styles.head}>
          <RecordLink to={`/staff/people/${mentor.id}`}>
            <bdi>{name}</bdi>
          </RecordLink>
          <span className={styles.score}>{t('round.fits', { share: percent(score) })}</span>
        </span>
        {reasons.length > 0 && (
          <ul className={styles.reasons} aria-label={t('round.reasons')}>
            {reasons.map(({ title, fit }) => (
              <li key={title} data-fits={fit > 0}>
                <bdi>{title}</bdi> {percent(fit)}
              </li>
            ))}
          </ul>
        )}
        <span className={styles.offers}>
          {[
            t('round.offers', { number: offers }),
            ...(places === null ? [] : [t('round.freePlaces', { number: places })]),
            ...(outcome == null ? [] : [t(`round.became.${outcome}`)]),
          ].join(' · ')}
        </span>
        {problem && <Notice icon={TriangleAlert}>{problem}</Notice>}
      </div>
      <div className={styles.acts}>
        {onRaise && (
          <IconButton
            label={t('round.raise', { name })}
            aria-disabled={isPending || undefined}
            onClick={onRaise}
          >
            <ArrowUp aria-hidden size={18} />
          </IconButton>
        )}
        {onReplace && (
          <Button
            variant="default"
            size="compact-md"
            aria-disabled={isPending || undefined}
            onClick={onReplace}
            aria-label={`${t('round.replace')}: ${name}`}
          >
            {t('round.replace')}
          </Button>
        )}
        {onRemove && (
          <Button
            variant="default"
            size="compact-md"
            aria-disabled={isPending || undefined}
            onClick={onRemove}
            aria-label={`${t('round.remove')}: ${name}`}
          >
            {t('round.remove')}
          </Button>
        )}
        {onAdd && (
          <Button
            variant="default"
            size="compact-md"
            aria-disabled={isPending || undefined}
            onClick={onAdd}
            aria-label={
              instead === undefined ? `${t('round.add')}: ${name}` : t('round.takesPlace', { name, instead })
            }
          >
            {t(instead === undefined ? 'round.add' : 'round.choose')}
          </Button>
        )}
      </div>
    </li>
  );
}
