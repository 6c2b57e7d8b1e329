import { Button } from '@mantine/core';
import { Check, Circle } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './entry-form.module.css';
import { PasswordField } from './password-field';
import { isAcceptable, passwordRules } from './password-rules';

interface NewPasswordFormProps {
  /** What the form is, for screen readers. */
  label: string;
  /** Whose password it will be: password managers keep it under this name. */
  email: string;
  onSubmit: (password: string) => void | Promise<void>;
  isBusy?: boolean;
  /** What the field and the button are called, where there is more than a new password. */
  fieldLabel?: string;
  submitLabel?: string;
  /** False where another field comes first. */
  hasFocus?: boolean;
  /** What went wrong, and other ways on. */
  children?: ReactNode;
}

/** A new password, twice. What is still missing is said while one types. */
export function NewPasswordForm({
  label,
  email,
  onSubmit,
  isBusy = false,
  fieldLabel,
  submitLabel,
  hasFocus = true,
  children,
}: NewPasswordFormProps) {
  const { t } = useTranslation('app');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [hasLeftRepeated, setHasLeftRepeated] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const differs = repeated !== '' && repeated !== password;
  // Not while the second one is still being typed, when it differs of necessity.
  const saysSo = differs && (hasLeftRepeated || !password.startsWith(repeated));
  const isValid = isAcceptable(password) && repeated === password;

  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isValid && !isBusy) await onSubmit(password);
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={label}>
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      {children}
      <PasswordField
        ref={input}
        label={fieldLabel ?? t('newPassword.password')}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        hint={
          <>
            {/* A name of the list would be read in the place of what it says. */}
            <VisuallyHidden>{t('newPassword.rules')}</VisuallyHidden>
            <ul className={styles.rules}>
              {passwordRules(password).map(({ rule, isMet }) => (
                <li key={rule} data-met={isMet}>
                  {isMet ? (
                    <Check role="img" aria-label={t('newPassword.met')} size={15} strokeWidth={2.5} />
                  ) : (
                    <Circle role="img" aria-label={t('newPassword.unmet')} size={15} />
                  )}
                  {t(`newPassword.rule.${rule}`)}
                </li>
              ))}
            </ul>
          </>
        }
      />
      <PasswordField
        label={t('newPassword.repeat')}
        name="repeat-password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        onBlur={() => setHasLeftRepeated(true)}
        error={saysSo ? t('newPassword.differs') : undefined}
      />
      <Button
        className={styles.submit}
        type="submit"
        size="md"
        fullWidth
        disabled={!isValid}
        aria-disabled={isBusy}
      >
        {submitLabel ?? t('newPassword.submit')}
      </Button>
    </form>
  );
}
