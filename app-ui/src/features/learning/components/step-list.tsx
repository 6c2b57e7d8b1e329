import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { Avatar, useTranslation, VisuallyHidden } from 'ui-kit';
import { stepAddress } from '../addresses';
import { blockingStep } from '../progress';
import type { SessionDetail } from '../types';
import styles from './step-list.module.css';

/** A member of the mentorship. */
export interface Starter {
  id: string;
  name: string;
  picture: string | null;
}

interface StepListProps {
  session: SessionDetail;
  /** The members of its mentorship: those who opened a step are shown with it. */
  people?: readonly Starter[];
}

/** The steps of a session with their minutes. They lead to their page once the session has begun. */
export function StepList({ session, people = [] }: StepListProps) {
  const { t } = useTranslation('learning');
  return (
    <ol className={styles.steps}>
      {session.sessionSteps.map((step) => {
        const isDone = step.status === 'COMPLETED';
        const isOpen = session.sessionStatus !== null && blockingStep(session, step) === undefined;
        const starters = people.filter(({ id }) => step.startedBy.includes(id));
        return (
          <li
            key={step.id}
            className={styles.step}
            data-done={isDone || undefined}
            aria-current={session.currentStepId === step.id ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden>
              {isDone ? <Check size={17} /> : step.order}
            </span>
            <span className={styles.words}>
              {session.mentorship !== null && (
                <span className={styles.number}>{t('intro.step', { step: step.order })}</span>
              )}
              <span className={styles.title}>
                {isOpen ? (
                  <Link to={stepAddress(session.id, step.id)}>
                    <bdi>{step.localeTitle}</bdi>
                  </Link>
                ) : (
                  <bdi>{step.localeTitle}</bdi>
                )}
                {isDone && <VisuallyHidden> ({t('intro.done')})</VisuallyHidden>}
              </span>
            </span>
            {starters.length > 0 && (
              <span className={styles.starters} title={names(starters)}>
                <VisuallyHidden>{t('intro.startedBy', { names: names(starters) })}</VisuallyHidden>
                {starters.map(({ id, name, picture }) => (
                  <Avatar key={id} id={id} name={name} picture={picture} size={30} />
                ))}
              </span>
            )}
            <span className={styles.minutes}>{t('card.minutes', { count: step.minutes })}</span>
          </li>
        );
      })}
    </ol>
  );
}

const names = (starters: readonly Starter[]) => starters.map(({ name }) => name).join(', ');
