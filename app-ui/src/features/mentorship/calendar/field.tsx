import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  hint?: string;
  problem: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A native control with its label, hint and problem. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': problem !== undefined,
        'aria-describedby': [hintId, problemId].filter(Boolean).join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.problem} id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
