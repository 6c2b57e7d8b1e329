import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api, Banner, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { NewPasswordForm } from '../../../../shared/forms/new-password-form';
import { PasswordField } from '../../../../shared/forms/password-field';
import styles from './security-dialog.module.css';

/** Changes the password of a person who knows the current one. The server ends all other login sessions. */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [isOpen, setIsOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isCurrentMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isWrong = failure instanceof HttpError && failure.code === 'current_password_wrong';

  // The pressed button is gone after each change, so move the focus to the field or back to the opener.
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current !== isOpen) (isOpen ? field : opener).current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(() => {
    if (isWrong) field.current?.focus();
  }, [isWrong]);

  async function change(newPassword: string): Promise<void> {
    setFailure(null);
    // An empty password would count as a failed attempt, and attempts are limited.
    setIsMissing(current === '');
    if (current === '') return field.current?.focus();
    setIsBusy(true);
    try {
      const body = { currentPassword: current, newPassword, checkNewPassword: newPassword };
      await api.post('/api/v2/users/change-password/', { body });
      setIsOpen(false);
      setCurrent('');
      void toast(t('security.changed'));
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  if (!isOpen) {
    return (
      <>
        <p className={styles.hint}>{t('security.passwordHint')}</p>
        <Button ref={opener} variant="default" onClick={() => setIsOpen(true)}>
          {t('security.change')}
        </Button>
      </>
    );
  }
  return (
    <NewPasswordForm
      label={t('security.change')}
      fieldLabel={t('security.new')}
      submitLabel={t('security.change')}
      email={email}
      isBusy={isBusy}
      hasFocus={false}
      onSubmit={change}
    >
      {failure !== null && !isWrong && (
        <Banner tone="danger" role="alert">
          {errorText(failure)}
        </Banner>
      )}
      <PasswordField
        ref={field}
        label={t('security.current')}
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={(value) => {
          setCurrent(value);
          setFailure(null);
          setIsMissing(false);
        }}
        error={isCurrentMissing ? t('security.currentMissing') : isWrong ? errorText(failure) : undefined}
      />
    </NewPasswordForm>
  );
}
