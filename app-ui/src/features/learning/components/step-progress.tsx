import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { stepAddress } from '../addresses';
import type { SessionDetail, SessionStep } from '../api/learning';
import { isOpen } from '../progress';
import styles from './step-progress.module.css';

interface StepProgressProps {
  session: SessionDetail;
  current: SessionStep;
}

/** A segment for each step; those that are open are links. */
export function StepProgress({ session, current }: StepProgressProps) {
  const { t } = useTranslation('learning');
  return (
    <nav aria-label={t('step.places')}>
      <ol className={styles.steps}>
        {session.sessionSteps.map((step) => {
          const isDone = step.status === 'COMPLETED';
          const label = isDone ? `${step.localeTitle}, ${t('intro.done')}` : step.localeTitle;
          return (
            <li key={step.id} data-done={isDone || undefined} data-current={step === current || undefined}>
              {isOpen(session, step) ? (
                <Link
                  to={stepAddress(session.id, step.id)}
                  aria-label={label}
                  title={step.localeTitle}
                  aria-current={step === current ? 'step' : undefined}
                />
              ) : (
                <span role="img" aria-label={label} title={step.localeTitle} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
