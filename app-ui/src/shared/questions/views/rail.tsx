import styles from './rail.module.css';

export interface RailStep<Value> {
  value: Value;
  /** Shown in the mark on the rail; a mark without a number is a plain ring. */
  number: string | null;
  /** Empty where only the ends are named. */
  label: string;
}

interface RailProps<Value> {
  /** Name of the radio buttons. */
  name: string;
  steps: readonly RailStep<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

/** Longer scales are a column. */
const MAX_IN_ROW = 5;

export const isRow = (steps: number): boolean => steps <= MAX_IN_ROW;

/** The steps of every scale: native radio buttons whose marks stand on one line, from one end to the other. */
export function Rail<Value extends string | number>({ name, steps, chosen, onChoose }: RailProps<Value>) {
  const hasNumbers = steps.every(({ number }) => number !== null);
  return (
    <div
      className={styles.rail}
      data-row={isRow(steps.length) || undefined}
      data-words={!hasNumbers || undefined}
    >
      {steps.map(({ value, number, label }) => (
        <label key={value} className={styles.step}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
          <span className={styles.mark}>{number}</span>
          {label !== '' && (
            <span className={styles.label} dir="auto">
              {label}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}

interface Option {
  key: string;
  label: string;
}

const NUMBERED = /^(\d+)(?:\s*[–—:-]\s*(\S.*))?$/u;

/** Returns the steps of options. Numbers of labels such as "1 – gently" go on the rail, if only the ends have words. */
export function railSteps(options: readonly Option[]): RailStep<string>[] {
  const parts = options.map(({ key, label }) => {
    const [, number = null, words = ''] = NUMBERED.exec(label.trim()) ?? [];
    return { value: key, number, label: words };
  });
  const isScale = parts.every(
    ({ number, label }, index) =>
      number !== null && (label === '' || index === 0 || index === parts.length - 1),
  );
  return isScale ? parts : options.map(({ key, label }) => ({ value: key, number: null, label }));
}
