import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import { type Profile, useTranslation, VisuallyHidden } from 'ui-kit';
import { useOwnMatches } from '../../../shared/matches/active-matches';
import { requirementsOf } from '../../../shared/next-step/requirements';
import styles from './requirements.module.css';

/** The steps on the way to a mentorship: which are done, and where the others are. Nothing if there are none. */
export function Requirements({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const { data: matching, isLoading } = useOwnMatches(profile);
  const all = requirementsOf(profile, matching?.remainingSessions);
  // Behind people who are in the pool.
  if (all.length === 0 || isLoading || matching?.isInPool) return null;
  return (
    <section className={styles.section} aria-labelledby="mentorship-way">
      <h2 className={styles.title} id="mentorship-way">
        {t('mentorship.way.title')}
      </h2>
      <ol className={styles.steps}>
        {all.map(({ kind, done, count, to }) => {
          const isDone = done >= count;
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li key={kind} className={styles.step} data-done={isDone || undefined}>
              <Icon aria-hidden size={22} />
              <span className={styles.words}>
                {t(`mentorship.way.${kind}`, { done, count })}
                {isDone && <VisuallyHidden>, {t('mentorship.way.done')}</VisuallyHidden>}
              </span>
              {to !== null && !isDone && (
                <Link className={styles.link} to={to}>
                  {t(`mentorship.way.to.${kind}`)}
                  <ArrowRight aria-hidden className={styles.flip} size={16} />
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
