import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Banner, HttpError, useTranslation } from 'ui-kit';
import { isEmail, normalizeEmail } from '../../../shared/forms/email';
import styles from '../../../shared/forms/form.module.css';
import { EmailField } from './email-field';

interface EmailFormProps {
  /** Accessible name. */
  label: string;
  submitLabel: string;
  email: string;
  onChange: (email: string) => void;
  /** Requests a code for the normalised address. */
  onSubmit: (email: string) => Promise<void>;
  explain: (error: unknown, email: string) => ReactNode;
}

/** Asks for the address that a code is sent to. */
export function EmailForm({ label, submitLabel, email, onChange, onSubmit, explain }: EmailFormProps) {
  const { t } = useTranslation('app');
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<ReactNode>(null);
  const [isBusy, setIsBusy] = useState(false);

  function refuse(): void {
    setError(t('auth.emailInvalid'));
    input.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const address = normalizeEmail(email);
    if (!isEmail(address)) return refuse();
    setIsBusy(true);
    try {
      await onSubmit(address);
    } catch (problem) {
      if (problem instanceof HttpError && problem.code === 'invalid') refuse();
      else setFailure(explain(problem, address));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={label}>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <EmailField
        ref={input}
        value={email}
        onChange={(value) => {
          onChange(value);
          setError(undefined);
        }}
        error={error}
      />
      <Button className={styles.submit} type="submit" size="md" fullWidth aria-disabled={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
