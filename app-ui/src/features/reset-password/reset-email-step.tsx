import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import { isEmail, normalizeEmail } from '../entry/email';
import { EmailField } from '../entry/email-field';
import styles from '../entry/entry-form.module.css';
import { useServerWords } from '../entry/use-server-words';
import { useSendResetCode } from './use-send-reset-code';

interface ResetEmailStepProps {
  email: string;
  onChange: (email: string) => void;
  /** A code is on its way to the address; the next one not before so many seconds. */
  onSent: (email: string, secondsToWait: number) => void;
}

export function ResetEmailStep({ email, onChange, onSent }: ResetEmailStepProps) {
  const { t } = useTranslation('app');
  const sendCode = useSendResetCode();
  const serverWords = useServerWords();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const address = normalizeEmail(email);
    if (!isEmail(address)) {
      setError(t('entry.emailInvalid'));
      input.current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      onSent(address, await sendCode(address));
    } catch (problem) {
      setFailure(problem);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={t('resetPassword.title.0')}>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {serverWords(failure, ' AND ', t('entry.somethingWrong'))}
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
        {t('resetPassword.send')}
      </Button>
    </form>
  );
}
