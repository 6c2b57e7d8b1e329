import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Banner, HttpError, useTranslation } from 'ui-kit';
import { isEmail, normalizeEmail } from '../entry/email';
import { EmailField } from '../entry/email-field';
import styles from '../entry/entry-form.module.css';
import { RESEND_AFTER_SECONDS } from '../entry/use-countdown';
import { useSendOtp } from './use-send-otp';

interface EmailStepProps {
  email: string;
  onChange: (email: string) => void;
  /** A code is on its way to the address; the next one not before so many seconds. */
  onSent: (email: string, secondsToWait: number) => void;
  isProven: (email: string) => boolean;
  /** The address needs no code any more. */
  onProven: () => void;
}

export function EmailStep({ email, onChange, onSent, isProven, onProven }: EmailStepProps) {
  const { t } = useTranslation('app');
  const sendOtp = useSendOtp();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<ReactNode>(null);
  const [isBusy, setIsBusy] = useState(false);

  function refuse(): void {
    setError(t('entry.emailInvalid'));
    input.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const address = normalizeEmail(email);
    if (!isEmail(address)) return refuse();
    if (isProven(address)) return onProven();
    setIsBusy(true);
    try {
      await sendOtp(address);
      onSent(address, RESEND_AFTER_SECONDS);
    } catch (problem) {
      const { status, code, retryAfter } = problem instanceof HttpError ? problem : UNKNOWN;
      // A code is on its way already, perhaps from before a reload.
      if (code === 'resend_too_soon') onSent(address, retryAfter ?? RESEND_AFTER_SECONDS);
      else if (code === 'invalid') refuse();
      else setFailure(status === 406 ? <Taken email={address} /> : t('emailVerify.sendFailed'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={t('emailVerify.title.0')}>
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
        {t('emailVerify.send')}
      </Button>
    </form>
  );
}

const UNKNOWN = { status: 0, code: '', retryAfter: null };

/** The address has an account: two ways on. */
export function Taken({ email }: { email: string }) {
  const { t } = useTranslation('app');
  return (
    <>
      {t('emailVerify.taken')}
      <span className={styles.links}>
        <Link to="/signin" state={{ email }}>
          {t('emailVerify.signIn')}
        </Link>
        <Link to={`/resetpassword?${new URLSearchParams({ email })}`}>{t('emailVerify.reset')}</Link>
      </span>
    </>
  );
}
