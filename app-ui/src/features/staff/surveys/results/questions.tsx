import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import type { QuestionResult, Role, SurveyKey } from '../survey-window';
import { answeredBy, QuestionCard } from './question-card';
import styles from './results-page.module.css';

interface QuestionsProps {
  questions: readonly QuestionResult[];
  /** Of those who have answered the survey. */
  roles: readonly Role[];
  of: SurveyKey;
}

/** The questions of a part, and in a list of their own those without answers. */
export function Questions({ questions, roles, of }: QuestionsProps) {
  const { t } = useTranslation('staff');
  const id = useId();
  const unanswered = questions.filter((question) => answeredBy(question) === 0);
  return (
    <div className={styles.questions}>
      {questions
        .filter((question) => answeredBy(question) > 0)
        .map((question) => (
          <QuestionCard key={question.key} question={question} roles={roles} of={of} />
        ))}
      {unanswered.length > 0 && (
        <div className={styles.question}>
          <h3 className={styles.label} id={id}>
            {t('surveys.results.unanswered')}
          </h3>
          <ul className={styles.unanswered} aria-labelledby={id}>
            {unanswered.map(({ key, label }) => (
              <li key={key} dir="auto">
                {label}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
