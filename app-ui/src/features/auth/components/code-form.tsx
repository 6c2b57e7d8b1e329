import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { announce, Banner, HttpError, useTranslation } from 'ui-kit';
import styles from '../../../shared/forms/form.module.css';
import { CODE_LENGTH, CodeField } from './code-field';
import { ResendCode } from './resend-code';
import type { Countdown } from './use-countdown';

interface CodeFormProps {
  /** Accessible name. */
  label: string;
  kind: 'digits' | 'characters';
  countdown: Countdown;
  /** Submits the code; `explain` turns its rejection into text. */
  onSubmit: (code: string) => Promise<void>;
  /** Requests another code; rejects like `onSubmit`. */
  onResend: () => Promise<void>;
  explain: (error: unknown) => string;
  /** Alternatives, such as another address. */
  children?: ReactNode;
}

/** Asks for the code of the mail, and submits it at its last character. A wrong code stays in the field, selected. */
export function CodeForm({ label, kind, countdown, onSubmit, onResend, explain, children }: CodeFormProps) {
  const { t } = useTranslation('app');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isWrong, setIsWrong] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Submitted by the button only: guesses are limited.
  const refused = useRef('');

  // The only input of its step.
  useEffect(() => input.current?.focus(), []);

  /** Resolves to whether the call succeeded. */
  async function attempt(call: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(null);
    setIsWrong(false);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure(error);
      setIsWrong(error instanceof HttpError && error.code === 'code_wrong');
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function submit(complete: string): Promise<void> {
    if (isBusy || complete.length < CODE_LENGTH || (await attempt(() => onSubmit(complete)))) return;
    refused.current = complete;
    input.current?.focus();
    input.current?.select();
  }

  function change(next: string): void {
    setCode(next);
    setIsWrong(false);
    if (next !== code && next !== refused.current) void submit(next);
  }

  async function resend(): Promise<void> {
    if (!(await attempt(onResend))) return;
    setCode('');
    // The button is replaced by the countdown.
    input.current?.focus();
    announce(t('code.sentAgain'));
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit(code);
      }}
      aria-label={label}
    >
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {explain(failure)}
        </Banner>
      )}
      <CodeField ref={input} kind={kind} value={code} onChange={change} isWrong={isWrong} />
      <ResendCode secondsLeft={countdown.secondsLeft} onResend={() => void resend()} />
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
