import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
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
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isWrong = failure instanceof HttpError && failure.code === 'current_password_wrong';

  // What was pressed has gone each time: the focus goes where one goes on, and back.
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
    // An empty one would count as a wrong one, of which there are not many.
    setIsMissing(current === '');
    if (current === '') return field.current?.focus();
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
        error={isMissing ? t('security.currentMissing') : isWrong ? errorText(failure) : undefined}
      />
    </NewPasswordForm>
  );
}
