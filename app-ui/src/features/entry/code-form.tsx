import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { announce, Banner, useTranslation } from 'ui-kit';
import { CODE_LENGTH, CodeField } from './code-field';
import styles from './entry-form.module.css';
import { Resend } from './resend';
import type { Countdown } from './use-countdown';

interface CodeFormProps {
  /** What the form is, for screen readers. */
  label: string;
  kind: 'digits' | 'characters';
  countdown: Countdown;
  /** Shows the code to the server; what it throws is explained by `explain`. */
  onSubmit: (code: string) => Promise<void>;
  /** Asks for another code; throws like `onSubmit`. */
  onResend: () => Promise<void>;
  explain: (error: unknown) => string;
  /** Another way on, such as another address. */
  children?: ReactNode;
}

/** The step with the code from the mail. A wrong code stays where it can be corrected. */
export function CodeForm({ label, kind, countdown, onSubmit, onResend, explain, children }: CodeFormProps) {
  const { t } = useTranslation('app');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function attempt(call: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(null);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (code.length === CODE_LENGTH) await attempt(() => onSubmit(code));
  }

  async function resend(): Promise<void> {
    if (!(await attempt(onResend))) return;
    setCode('');
    announce(t('code.sentAgain'));
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={label}>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {explain(failure)}
        </Banner>
      )}
      <CodeField kind={kind} value={code} onChange={setCode} />
      <Resend secondsLeft={countdown.secondsLeft} onResend={() => void resend()} />
      <Button
        className={styles.submit}
        type="submit"
        size="md"
        fullWidth
        disabled={code.length < CODE_LENGTH}
        aria-disabled={isBusy}
      >
        {t('code.submit')}
      </Button>
      {children}
    </form>
  );
}
