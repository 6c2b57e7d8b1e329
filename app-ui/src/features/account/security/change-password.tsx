import { Button } from '@mantine/core';
import { useState } from 'react';
import { Banner, HttpError, http, toast, useErrorText, useTranslation } from 'ui-kit';
import { NewPasswordForm } from '../../entry/new-password-form';
import { PasswordField } from '../../entry/password-field';
import styles from './security-dialog.module.css';

/** Another password for whoever knows the one that holds; everywhere else it ends the session. */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const [isOpen, setIsOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isWrong = failure instanceof HttpError && failure.code === 'current_password_wrong';

  async function change(newPassword: string): Promise<void> {
    setFailure(null);
    setIsBusy(true);
    try {
      const body = { currentPassword: current, newPassword, checkNewPassword: newPassword };
      await http('api/v2/users/change-password/', { method: 'POST', body });
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
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('security.change')}
        </Button>
      </>
    );
  }
  return (
    <NewPasswordForm
      label={t('security.change')}
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
        label={t('security.current')}
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={(value) => {
          setCurrent(value);
          setFailure(null);
        }}
        error={isWrong ? errorText(failure) : undefined}
      />
    </NewPasswordForm>
  );
}
