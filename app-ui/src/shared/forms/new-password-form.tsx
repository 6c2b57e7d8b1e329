import { Button } from '@mantine/core';
import { Check, Circle } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation, VisuallyHidden } from 'ui-kit';
import styles from './form.module.css';
import { PasswordField } from './password-field';
import { isAcceptable, isCommon, passwordRules } from './password-rules';

interface NewPasswordFormProps {
  /** Accessible name. */
  label: string;
  /** Account of the password, for password managers. */
  email: string;
  onSubmit: (password: string) => void | Promise<void>;
  isBusy?: boolean;
  /** Labels for forms with further fields. */
  fieldLabel?: string;
  submitLabel?: string;
  /** False if another field comes first. */
  hasFocus?: boolean;
  /** Errors and further fields. */
  children?: ReactNode;
}

/** Asks for a new password twice and shows the unmet rules while typing. */
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
  const [isRefused, setIsRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const differs = repeated !== '' && repeated !== password;
  // Not while the repeated password is an incomplete prefix.
  const saysSo = differs && (hasLeftRepeated || !password.startsWith(repeated));
  const isValid = isAcceptable(password) && repeated === password;

  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || isBusy) return;
    if (!isCommon(password)) return onSubmit(password);
    setIsRefused(true);
    input.current?.focus();
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
        onChange={(next) => {
          setPassword(next);
          setIsRefused(false);
        }}
        error={isRefused ? t('signUp.invalid.password') : undefined}
        hint={
          <>
            {/* An accessible name of the list would be read instead of its items. */}
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
