import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import styles from './form-dialog.module.css';
import { ModalDialog } from './modal-dialog';

interface FormDialogProps {
  title: string;
  /** What the form is about, above its fields. */
  text?: ReactNode;
  cancel: string;
  submit: string;
  isReady?: boolean;
  /** Says what is not filled in; until then nothing is sent. */
  missing?: string | null;
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
  missing = null,
  isPending = false,
  error = null,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const id = useId();
  const maySend = isReady && missing === null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (maySend && !isPending) onSubmit();
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
        {missing !== null && (
          <p className={styles.missing} id={id}>
            {missing}
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            disabled={!maySend}
            loading={isPending}
            aria-describedby={missing === null ? undefined : id}
          >
            {submit}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
