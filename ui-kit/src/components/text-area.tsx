import type { ComponentProps, ReactNode } from 'react';
import styles from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  label: ReactNode;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A field for a longer text with its label. */
export function TextArea({ label, hint, onChange, ...field }: TextAreaProps) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <textarea dir="auto" {...field} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </label>
  );
}
