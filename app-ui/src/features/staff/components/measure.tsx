import { NativeSelect } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { HttpError, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
import { useMissing } from '../../../shared/lists/use-missing';
import { Checkbox } from './checkbox';
import { Choice, Choices } from './choices';
import styles from './measure.module.css';
import { useAct } from './use-act';

const MIN_REASON = 3;
const MAX_REASON = 500;

/** A day, month or address that a measure asks for. */
interface MeasureField {
  type: 'date' | 'month' | 'email';
  label: string;
  hint?: string;
  min?: string;
  max?: string;
  /** What it is now. */
  initial?: string;
  isRequired?: boolean;
  /** What is wrong with a value, said at the field in place of the browser. */
  problemOf?: (value: string) => string | null;
  /** Said at the field if the server refuses its value. */
  refused?: string;
}

/** What staff gave for a measure. */
interface Given {
  reason: string;
  /** Of its field; empty without one. */
  value: string;
  /** The id of the option; empty without a choice. */
  choice: string;
  /** The id of the option of the select; empty without one. */
  selected: string;
  /** Whether the check is set. */
  isAlso: boolean;
}

/** A measure with the sentence that it shows before and after. */
export interface Measure {
  label: string;
  /** What it leaves behind. */
  text: string;
  /** The notice afterwards; empty for none. */
  done: string | ((choice: string) => string);
  /** Optional, where it is a word to the person and nothing depends on it. */
  needsReason?: boolean | 'optional';
  /** What the reason is called, where it is more than a reason. */
  reasonTexts?: { label: string; hint: string };
  field?: MeasureField;
  /** Of whose options one is chosen. */
  choice?: { legend: string; options: readonly { id: string; name: string }[]; initial?: string };
  /** Of whose options one is chosen, where they are many. */
  select?: {
    label: string;
    hint?: string;
    placeholder: string;
    options: readonly { id: string; name: string }[];
  };
  /** What else may happen at the same time. */
  also?: { label: string; hint: string };
  act: (given: Given) => Promise<void>;
}

/** A sentence with the buttons of its measures. */
export function Line({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      {text !== '' && <p>{text}</p>}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

/** Acts, says what was done, and refreshes the console. */
export function useMeasure(measure: Measure, onDone?: () => void) {
  const { act, done } = measure;
  return useAct(act, typeof done === 'string' ? done : ({ choice }: Given) => done(choice), onDone);
}

interface MeasureDialogProps {
  measure: Measure;
  onClose: () => void;
}

/** Asks for what a measure needs, below the sentence that says what it leaves behind. */
function MeasureDialog({ measure, onClose }: MeasureDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [value, setValue] = useState(measure.field?.initial ?? '');
  const [choice, setChoice] = useState(measure.choice?.initial ?? '');
  const [selected, setSelected] = useState('');
  const [isAlso, setIsAlso] = useState(false);
  const act = useMeasure(measure, onClose);
  const [isChecked, setIsChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problem = measure.field?.problemOf?.(value) ?? null;
  const isRefused = act.error instanceof HttpError && act.error.code === 'invalid';
  const refused = isRefused ? (measure.field?.refused ?? null) : null;
  const field = measure.field && (
    <Field
      field={measure.field}
      value={value}
      inputRef={input}
      problem={(isChecked ? problem : null) ?? refused}
      onChange={(next) => {
        if (refused !== null) act.reset();
        setValue(next);
      }}
    />
  );
  useEffect(() => {
    if (refused !== null) input.current?.focus();
  }, [refused]);
  const reasonLabel = measure.reasonTexts?.label ?? t('safeguarding.measures.why');
  const missing = useMissing()({
    ...(measure.field && {
      [measure.field.label]:
        measure.field.isRequired === true && measure.field.problemOf === undefined && value === '',
    }),
    ...(measure.select && { [measure.select.label]: selected === '' }),
    ...(measure.choice && { [measure.choice.legend]: choice === '' }),
    [reasonLabel]: measure.needsReason === true && reason.trim().length < MIN_REASON,
  });
  return (
    <FormDialog
      title={measure.label}
      text={measure.text}
      cancel={t('safeguarding.cancel')}
      submit={measure.label}
      missing={missing}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => {
        setIsChecked(true);
        if (problem === null) act.mutate({ reason: reason.trim(), value, choice, selected, isAlso });
        else input.current?.focus();
      }}
      onClose={onClose}
    >
      {measure.field?.type === 'email' && field}
      {measure.select && (
        <NativeSelect
          size="md"
          label={measure.select.label}
          description={measure.select.hint}
          inputWrapperOrder={['label', 'input', 'description']}
          value={selected}
          onChange={({ currentTarget }) => setSelected(currentTarget.value)}
        >
          <option value="" disabled>
            {measure.select.placeholder}
          </option>
          {measure.select.options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {measure.choice && (
        <Choices legend={measure.choice.legend}>
          {measure.choice.options.map(({ id, name }) => (
            <Choice
              key={id}
              type="radio"
              name="choice"
              checked={choice === id}
              onChange={() => setChoice(id)}
            >
              <bdi>{name}</bdi>
            </Choice>
          ))}
        </Choices>
      )}
      {measure.also && (
        <Checkbox
          size="md"
          label={measure.also.label}
          description={measure.also.hint}
          checked={isAlso}
          onChange={({ currentTarget }) => setIsAlso(currentTarget.checked)}
        />
      )}
      {measure.field?.type !== 'email' && field}
      {measure.needsReason !== undefined && measure.needsReason !== false && (
        <TextArea
          label={reasonLabel}
          hint={measure.reasonTexts?.hint ?? t('safeguarding.measures.whyHint')}
          rows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={setReason}
        />
      )}
    </FormDialog>
  );
}

/**
 * Opens measures in a dialog. The heading at `titleRef`, or that of the page once it is gone, gets the focus if it is lost with the button
 * of the act.
 */
export function useMeasureDialog() {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  const [measure, setMeasure] = useState<Measure | null>(null);
  const open = (next: Measure) => {
    opener.current = document.activeElement;
    setMeasure(next);
  };
  // The page shows the act some time after the dialog has closed.
  useLayoutEffect(() => {
    if (opener.current?.isConnected !== false || document.activeElement !== document.body) return;
    opener.current = null;
    (titleRef.current ?? document.querySelector('h1'))?.focus();
  });
  const dialog = measure && <MeasureDialog measure={measure} onClose={() => setMeasure(null)} />;
  return { open, dialog, titleRef };
}

interface FieldProps {
  field: MeasureField;
  value: string;
  problem: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (value: string) => void;
}

function Field({ field, value, problem, inputRef, onChange }: FieldProps) {
  const { type, label, hint, min, max, isRequired = false, problemOf } = field;
  const problemId = useId();
  const saysProblems = problemOf !== undefined;
  useLayoutEffect(() => {
    const form = inputRef.current?.form;
    if (form != null) form.noValidate = saysProblems;
  }, [inputRef, saysProblems]);
  return (
    <div>
      <label className={styles.day}>
        {label}
        <input
          ref={inputRef}
          type={type}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          value={value}
          min={min}
          max={max}
          required={isRequired}
          // Browsers without a field for months show one for text.
          placeholder={type === 'month' ? '2009-03' : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {hint !== undefined && <small>{hint}</small>}
      </label>
      {problem !== null && (
        <p className={styles.problem} id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
