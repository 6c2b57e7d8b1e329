import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { stepAddress } from '../addresses';
import type { SessionDetail } from '../api/learning';
import styles from './step-list.module.css';

/** The steps of a session with their minutes. They lead to their page once the session has begun. */
export function StepList({ session }: { session: SessionDetail }) {
  const { t } = useTranslation('learning');
  return (
    <ol className={styles.steps}>
      {session.sessionSteps.map((step) => {
        const isDone = step.status === 'COMPLETED';
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
            <span className={styles.title} dir="auto">
              {session.sessionStatus !== null ? (
                <Link to={stepAddress(session.id, step.id)}>{step.localeTitle}</Link>
              ) : (
                step.localeTitle
              )}
              {isDone && <VisuallyHidden>, {t('intro.done')}</VisuallyHidden>}
            </span>
            <span className={styles.minutes}>{t('card.minutes', { count: step.minutes })}</span>
          </li>
        );
      })}
    </ol>
  );
}
