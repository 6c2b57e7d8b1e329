import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import type { QuestionResult, Role, SurveyKey } from '../survey-window';
import { AnswerTable } from './answer-table';
import styles from './results-page.module.css';
import { TextAnswers } from './text-answers';

interface QuestionCardProps {
  question: QuestionResult;
  /** Of those who have sent the survey. */
  roles: readonly Role[];
  of: SurveyKey;
}

/** A question with what was answered. */
export function QuestionCard({ question, roles, of }: QuestionCardProps) {
  const { t } = useTranslation('staff');
  const id = useId();
  const { label, form, answered, scale } = question;
  const total = answered.mentors + answered.mentees;
  const all = t('surveys.results.answeredBy', { count: total });
  const notes = [
    roles.length > 1 ? t('surveys.results.sides', { all, ...answered }) : all,
    form === 'order' && t('surveys.results.first'),
    scale?.minLabel && `${scale.min} = ${scale.minLabel}`,
    scale?.maxLabel && `${scale.max} = ${scale.maxLabel}`,
  ];
  return (
    <article className={styles.question} aria-labelledby={id}>
      <h3 className={styles.label} id={id} dir="auto">
        {label}
      </h3>
      <p className={styles.note}>
        {total === 0 ? t('surveys.results.notAnswered') : notes.filter(Boolean).join(' · ')}
      </p>
      {total > 0 && <Answers question={question} roles={roles} of={of} labelledBy={id} />}
    </article>
  );
}

function Answers({ question, roles, of, labelledBy }: QuestionCardProps & { labelledBy: string }) {
  const { t } = useTranslation('staff');
  const { key, label, form, options, scale } = question;
  if (form === 'text') return <TextAnswers question={key} of={of} label={label} />;
  if (options.length > 0 || scale !== null)
    return <AnswerTable question={question} roles={roles} labelledBy={labelledBy} />;
  return (
    <p className={styles.note}>
      {t(form === 'line' ? 'surveys.results.line' : 'surveys.results.notCounted')}
    </p>
  );
}
