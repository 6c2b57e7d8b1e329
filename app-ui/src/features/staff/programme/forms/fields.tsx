import { createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'ui-kit';
import styles from './fields.module.css';

/** Why the server refused values, by their path in the settings. */
export type Problems = Readonly<Record<string, { code: string }>>;

export const ProblemsContext = createContext<Problems>({});

/** Returns the id and the text of the problem of a field, by its path in the settings with slashes. */
export function useProblem(path: string) {
  const { t } = useTranslation('staff');
  const id = useId();
  const code = useContext(ProblemsContext)[path.replaceAll('/', '.')]?.code;
  return code === undefined ? null : { id, text: t(`rules.flaws.${code}`) };
}

/** The problem of a field, which describes it. */
export function Problem({ problem }: { problem: ReturnType<typeof useProblem> }) {
  return (
    problem && (
      <span id={problem.id} className={styles.problem} role="alert">
        {problem.text}
      </span>
    )
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** Of the value in the settings. */
  path: string;
  onChange: (value: number) => void;
}

/** A whole number. What is no number in the range is caught by the browser. */
export function NumberField({ label, value, min, max, path, onChange }: NumberFieldProps) {
  const problem = useProblem(path);
  return (
    <label className={styles.field}>
      {label}
      <input
        type="number"
        inputMode="numeric"
        required
        min={min}
        max={max}
        step={1}
        value={Number.isNaN(value) ? '' : value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem?.id}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <Problem problem={problem} />
    </label>
  );
}

interface CheckFieldProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** One of a few values, as radio buttons. */
export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <Group label={label}>
      {options.map(([option, text]) => (
        <label key={option} className={styles.check}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>{text}</span>
        </label>
      ))}
    </Group>
  );
}

/** Fields that belong together. */
export function Group({ label, path, children }: { label: string; path?: string; children: ReactNode }) {
  const problem = useProblem(path ?? '');
  return (
    <fieldset className={styles.group} aria-describedby={problem?.id}>
      <legend>{label}</legend>
      {children}
      <Problem problem={problem} />
    </fieldset>
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

interface TimeFieldProps {
  label: string;
  /** Minutes from midnight. */
  value: number;
  path?: string;
  onChange: (minutes: number) => void;
}

export function TimeField({ label, value, path = '', onChange }: TimeFieldProps) {
  const problem = useProblem(path);
  return (
    <label className={styles.field}>
      {label}
      <input
        type="time"
        required
        value={Number.isNaN(value) ? '' : `${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem?.id}
        onChange={({ target }) => {
          const [hours, minutes] = target.value.split(':').map(Number);
          onChange(hours === undefined || minutes === undefined ? Number.NaN : hours * 60 + minutes);
        }}
      />
      <Problem problem={problem} />
    </label>
  );
}
