import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { TextArea } from 'ui-kit/text-area';
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
}

/** What staff gave for a measure. */
interface Given {
  reason: string;
  /** Of its field; empty without one. */
  value: string;
  /** The id of the option; empty without a choice. */
  choice: string;
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
  const act = useMeasure(measure, onClose);
  const isReady =
    (measure.needsReason !== true || reason.trim().length >= MIN_REASON) &&
    (measure.field?.isRequired !== true || value !== '') &&
    (measure.choice === undefined || choice !== '');
  return (
    <FormDialog
      title={measure.label}
      text={measure.text}
      cancel={t('safeguarding.cancel')}
      submit={measure.label}
      isReady={isReady}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate({ reason: reason.trim(), value, choice })}
      onClose={onClose}
    >
      {measure.field?.type === 'email' && <Field field={measure.field} value={value} onChange={setValue} />}
      {measure.choice && (
        <fieldset className={styles.options}>
          <legend>{measure.choice.legend}</legend>
          {measure.choice.options.map(({ id, name }) => (
            <label key={id} className={styles.option}>
              <input type="radio" name="choice" checked={choice === id} onChange={() => setChoice(id)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {measure.field && measure.field.type !== 'email' && (
        <Field field={measure.field} value={value} onChange={setValue} />
      )}
      {measure.needsReason !== undefined && measure.needsReason !== false && (
        <TextArea
          label={measure.reasonTexts?.label ?? t('safeguarding.measures.why')}
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
  onChange: (value: string) => void;
}

function Field({ field: { type, label, hint, min, max, isRequired = false }, value, onChange }: FieldProps) {
  return (
    <label className={styles.day}>
      {label}
      <input
        type={type}
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
  );
}
