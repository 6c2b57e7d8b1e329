import type { ComponentProps, ReactNode } from 'react';
import styles from './choices.module.css';

interface ChoicesProps extends ComponentProps<'fieldset'> {
  legend: ReactNode;
}

/** Radio buttons or check boxes that answer one question. */
export function Choices({ legend, children, ...fieldset }: ChoicesProps) {
  return (
    <fieldset className={styles.choices} {...fieldset}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A radio button or check box with its label. */
export function Choice({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      {children}
    </label>
  );
}
