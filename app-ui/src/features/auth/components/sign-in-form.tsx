import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Banner, HttpError, isUnexpected, reportError, useErrorText, useTranslation } from 'ui-kit';
import { isEmail, normalizeEmail } from '../../../shared/forms/email';
import styles from '../../../shared/forms/form.module.css';
import { PasswordField } from '../../../shared/forms/password-field';
import { authPath, resetPasswordPath } from './auth-paths';
import { EmailField } from './email-field';

export interface Credentials {
  email: string;
  password: string;
}

interface SignInFormProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  onSubmit: (credentials: Credentials) => Promise<void>;
}

/** E-mail and password. Keeps the input after an error. */
export function SignInForm({ credentials, onChange, onSubmit }: SignInFormProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const email = isEmail(credentials.email) ? undefined : t('auth.emailInvalid');
    const password = credentials.password === '' ? t('signIn.passwordMissing') : undefined;
    setErrors({ ...(email && { email }), ...(password && { password }) });
    setFailure(null);
    if (email || password) {
      (email ? emailInput : passwordInput).current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      await onSubmit({ ...credentials, email: normalizeEmail(credentials.email) });
    } catch (error) {
      setFailure(error);
      if (isUnexpected(error)) void reportError(error);
      passwordInput.current?.focus();
      // After a sign-in the form stays busy until the next page has loaded.
      setIsBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={t('signIn.title')}>
      {failure !== null && <SignInError error={failure} email={credentials.email} />}
      <EmailField
        ref={emailInput}
        value={credentials.email}
        onChange={(email) => {
          onChange({ ...credentials, email });
          setErrors(({ password }) => (password ? { password } : {}));
        }}
        error={errors.email}
      />
      <PasswordField
        ref={passwordInput}
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        onChange={(password) => {
          onChange({ ...credentials, password });
          setErrors(({ email }) => (email ? { email } : {}));
        }}
        error={errors.password}
      />
      <p className={styles.aside}>
        <Link to={resetPasswordPath(search, credentials.email)}>{t('signIn.forgot')}</Link>
      </p>
      <Button className={styles.submit} type="submit" size="md" fullWidth aria-disabled={isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </Button>
    </form>
  );
}

/** Explains a failed sign-in and links to the next step: a password reset also verifies the address. */
function SignInError({ error, email }: { error: unknown; email: string }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const { search } = useLocation();
  const code = error instanceof HttpError ? error.code : '';
  return (
    <>
      <Banner tone="danger" role="alert">
        {isUnexpected(error) ? t('errors.server') : errorText(error)}
      </Banner>
      {code === 'user_unknown' && (
        <p className={styles.alternative}>
          <Link to={authPath('/emailverify', search)} state={{ email: normalizeEmail(email) }}>
            {t('signIn.createAccount')}
          </Link>
        </p>
      )}
      {code === 'email_not_verified' && (
        <p className={styles.alternative}>
          <Link to={resetPasswordPath(search, email)}>{t('signIn.verify')}</Link>
        </p>
      )}
    </>
  );
}
