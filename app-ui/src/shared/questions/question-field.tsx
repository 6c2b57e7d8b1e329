import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import { problemText } from './problem-text';
import type { Question } from './question';
import styles from './question-field.module.css';
import { isQuestionType } from './question-types';
import { REGISTRY } from './registry';
import type { QuestionForm } from './use-form';
import './texts';

interface QuestionFieldProps {
  question: Question;
  form: QuestionForm;
  isDisabled?: boolean;
}

/** A question with its label, help, view and problem. */
export function QuestionField({ question, form, isDisabled = false }: QuestionFieldProps) {
  const { t } = useTranslation('questions');
  const id = useId();
  const { key, type, help, isMandatory } = question;
  if (!isQuestionType(type)) return <UnknownType question={question} />;

  const problem = form.shown[key];
  const { View, frame } = REGISTRY[type];
  const [helpId, errorId, labelId, controlId] = ['help', 'error', 'label', 'control'].map(
    (part) => `${id}${part}`,
  );
  const describedBy =
    [help !== '' && helpId, problem !== undefined && errorId].filter((one) => one !== false).join(' ') ||
    undefined;

  const label = (
    <span className={styles.label} id={labelId} dir="auto">
      {question.label}
      {isMandatory && (
        <span aria-hidden className={styles.mandatory}>
          {' *'}
        </span>
      )}
    </span>
  );
  const content = (
    <>
      {help !== '' && (
        <p className={styles.help} id={helpId} dir="auto">
          {help}
        </p>
      )}
      <View
        question={question}
        value={form.values[key]}
        onChange={(value) => form.setValue(key, value)}
        onLeave={() => form.leave(key)}
        isDisabled={isDisabled}
        isInvalid={problem !== undefined}
        controlId={controlId ?? ''}
        labelId={labelId ?? ''}
        describedBy={describedBy}
        uploads={form.uploads}
      />
      {problem !== undefined && (
        <p className={styles.error} id={errorId}>
          <CircleAlert aria-hidden size={16} />
          {problemText((key, values) => t(key, values ?? {}), problem)}
        </p>
      )}
    </>
  );

  if (frame === 'label') {
    return (
      <Frame question={question}>
        <label htmlFor={controlId}>{label}</label>
        {content}
      </Frame>
    );
  }
  const radios = frame === 'radios' && {
    role: 'radiogroup',
    'aria-required': isMandatory || undefined,
    'aria-invalid': problem !== undefined || undefined,
  };
  return (
    <Frame question={question}>
      <fieldset className={styles.group} aria-describedby={describedBy} disabled={isDisabled} {...radios}>
        <legend className={styles.legend}>
          {label}
          {isMandatory && !radios && <VisuallyHidden>{t('mandatory')}</VisuallyHidden>}
        </legend>
        {content}
      </fieldset>
    </Frame>
  );
}

function Frame({ question, children }: { question: Question; children: ReactNode }) {
  return (
    <div className={styles.question} data-question={question.key} data-type={question.type}>
      {children}
    </div>
  );
}

/** Shown for a type that a newer server has. The other questions work. */
function UnknownType({ question }: { question: Question }) {
  const { t } = useTranslation('questions');
  return (
    <Frame question={question}>
      <p className={styles.label} dir="auto">
        {question.label}
      </p>
      <p className={styles.unknown}>
        {t('cannotRender')} <code dir="ltr">{question.type}</code>
      </p>
    </Frame>
  );
}
