import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import type { QuestionResult, Role, SurveyKey } from '../survey-window';
import { AnswerTable } from './answer-table';
import styles from './results-page.module.css';
import { TextAnswers } from './text-answers';

interface QuestionCardProps {
  question: QuestionResult;
  /** Of those who have answered the survey. */
  roles: readonly Role[];
  of: SurveyKey;
}

/** How many people have answered a question. */
export const answeredBy = ({ answered }: QuestionResult): number => answered.mentors + answered.mentees;

/** A question with what was answered. */
export function QuestionCard({ question, roles, of }: QuestionCardProps) {
  const { t } = useTranslation('staff');
  const id = useId();
  const { label, form, answered, options, scale } = question;
  const total = answeredBy(question);
  const chosen = options.reduce((sum, { mentors, mentees }) => sum + mentors + mentees, 0);
  const all = t('surveys.results.answeredBy', { count: total });
  const notes = [
    roles.length > 1 ? t('surveys.results.sides', { all, ...answered }) : all,
    form === 'order' && t('surveys.results.first'),
    chosen > total && t('surveys.results.several'),
    scale?.minLabel && `${scale.min} = ${scale.minLabel}`,
    scale?.maxLabel && `${scale.max} = ${scale.maxLabel}`,
  ];
  return (
    <article className={styles.question} aria-labelledby={id}>
      <h3 className={styles.label} id={id} dir="auto">
        {label}
      </h3>
      <p className={styles.note}>{notes.filter(Boolean).join(' · ')}</p>
      <Answers question={question} roles={roles} of={of} labelledBy={id} />
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
