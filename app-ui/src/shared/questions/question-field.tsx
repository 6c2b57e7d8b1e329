import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'ui-kit';
import { problemText } from './problem-text';
import type { Question } from './question';
import styles from './question-field.module.css';
import { isQuestionType } from './question-types';
import { REGISTRY } from './registry';
import type { QuestionForm, ShownProblem } from './use-form';
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
  const problem = form.shown[key];
  if (!isQuestionType(type)) return <UnknownType question={question} problem={problem} />;

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
      {!isMandatory && <span className={styles.optional}> {t('optional')}</span>}
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
      {problem !== undefined && <ProblemText id={errorId} type={type} problem={problem} />}
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
        <legend className={styles.legend}>{label}</legend>
        {content}
      </fieldset>
    </Frame>
  );
}

interface FrameProps {
  question: Question;
  isFocusable?: boolean;
  children: ReactNode;
}

function Frame({ question, isFocusable = false, children }: FrameProps) {
  return (
    <div
      className={styles.question}
      data-question={question.key}
      data-type={question.type}
      tabIndex={isFocusable ? -1 : undefined}
    >
      {children}
    </div>
  );
}

interface ProblemTextProps {
  id?: string | undefined;
  type: string;
  problem: ShownProblem;
}

function ProblemText({ id, type, problem }: ProblemTextProps) {
  const { t } = useTranslation('questions');
  return (
    <p className={styles.error} id={id}>
      <CircleAlert aria-hidden size={16} />
      <span>
        {problemText((key, values) => t(key, values ?? {}), problem)}
        {problem.code === 'mandatory' && (
          // An order is shown before it is an answer.
          <span className={styles.hint}>
            {' '}
            {t(type === 'ArrangeInOrder' ? 'order.missing' : 'mandatoryHint')}
          </span>
        )}
      </span>
    </p>
  );
}

/** Shown for a type that a newer server has. The other questions work. */
function UnknownType({ question, problem }: { question: Question; problem: ShownProblem | undefined }) {
  const { t } = useTranslation('questions');
  return (
    // The focus of a problem has no control to go to.
    <Frame question={question} isFocusable={problem !== undefined}>
      <p className={styles.label} dir="auto">
        {question.label}
      </p>
      <p className={styles.unknown}>
        {t('cannotRender')} <code dir="ltr">{question.type}</code>
      </p>
      {problem !== undefined && <ProblemText type={question.type} problem={problem} />}
    </Frame>
  );
}
