import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './pauses.module.css';

interface EntryFormProps {
  label: string;
  lead: string;
  save: string;
  cancel: string;
  /** What is wrong, below the fields. */
  problem: string | null;
  /** The id of that sentence, for the fields that it describes. */
  problemId: string;
  isPending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form within a card. */
export function EntryForm(props: EntryFormProps) {
  const { label, lead, save, cancel, problem, problemId, isPending, onSubmit, onClose, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <p className={styles.hint}>{lead}</p>
      {children}
      {problem !== null && (
        <p className={styles.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.days}>
        <Button type="submit" loading={isPending}>
          {save}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}
