import { formatDateTime, useTranslation } from 'ui-kit';
import { RecordTitle } from '../../components/record-title';
import { formatScore } from '../../components/score';
import type { RoundRecord } from '../round';
import { useRoundName } from '../round-columns';
import { RoundState } from '../round-state';
import styles from './round-page.module.css';

/** Which round it is, where it stands, and what it achieves. */
export function RoundHead({ round }: { round: RoundRecord }) {
  const { t, i18n } = useTranslation('staff');
  const nameOf = useRoundName();
  const { state, programme, publishedAt, otherWeights } = round;
  const { menteesServed: done, mentees: total, places, mentors, meanScore, accepted, fellOut } = round;
  const figures = [
    [t('matching.served'), t('mentorships.done', { done, total })],
    [t('matching.meanScore'), done === 0 ? '–' : formatScore(meanScore, i18n.language)],
    [t('round.mentors'), mentors],
    [t('round.places'), places],
    ...(state === 'published' ? [[t('matching.accepted'), accepted]] : []),
    ...(fellOut > 0 ? [[t('round.fellOut'), fellOut]] : []),
  ] as const;
  return (
    <header>
      <RecordTitle>{nameOf(round)}</RecordTitle>
      <p className={styles.line}>
        <RoundState state={state} />
        <bdi>{programme.title}</bdi>
        {publishedAt !== null && (
          <span>{t('round.publishedAt', { time: formatDateTime(publishedAt, i18n.language) })}</span>
        )}
      </p>
      {otherWeights.length > 0 && (
        <p className={styles.line}>
          {t('round.otherWeights', {
            weights: otherWeights.map(({ title, weight }) => `${title} ${weight}`).join(', '),
          })}
        </p>
      )}
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(state === 'draft' || state === 'approved') && (
        <p className={styles.note}>
          {t('round.countedMentors')} {done > places && t('round.morePeople')}
        </p>
      )}
    </header>
  );
}
