import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import styles from './form-dialog.module.css';
import { ModalDialog } from './modal-dialog';

interface FormDialogProps {
  title: string;
  /** What the form is about, above its fields. */
  text?: ReactNode;
  cancel: string;
  submit: string;
  isReady?: boolean;
  isPending?: boolean;
  /** Why the last attempt failed. */
  error?: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A form in a dialog, with its error above the buttons. */
export function FormDialog({
  title,
  text,
  cancel,
  submit,
  isReady = true,
  isPending = false,
  error = null,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) onSubmit();
  };
  return (
    <ModalDialog label={title} placement="center" onClose={onClose}>
      <form className={styles.form} onSubmit={send}>
        <h2 className={styles.title}>{title}</h2>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" disabled={!isReady} loading={isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
