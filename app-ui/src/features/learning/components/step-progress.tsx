import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { stepAddress } from '../addresses';
import type { SessionDetail, SessionStep } from '../types';
import styles from './step-progress.module.css';

interface StepProgressProps {
  session: SessionDetail;
  current: SessionStep;
}

/** A segment for each step, which leads to it. */
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
              <Link
                to={stepAddress(session.id, step.id)}
                aria-label={label}
                title={step.localeTitle}
                aria-current={step === current ? 'step' : undefined}
              />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
