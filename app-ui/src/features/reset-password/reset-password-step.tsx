import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Banner, HttpError, http, useTranslation } from 'ui-kit';
import styles from '../entry/entry-form.module.css';
import { useDoorWatch } from '../entry/entry-gate';
import { NewPasswordForm } from '../entry/new-password-form';
import { useServerWords } from '../entry/use-server-words';
import { resetPath } from './reset-path';

interface ResetPasswordStepProps {
  email: string;
  /** The code that was right. */
  code: string;
  onChanged: () => void;
}

export function ResetPasswordStep({ email, code, onChanged }: ResetPasswordStepProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const watch = useDoorWatch();
  const serverWords = useServerWords();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(password: string): Promise<void> {
    setFailure(null);
    setIsBusy(true);
    const body = { email, otp: code, newPassword: password, checkNewPassword: password };
    try {
      await watch(http('api/v2/users/confirm-password/', { method: 'POST', body, anonymous: true }));
      onChanged();
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  }

  return (
    <NewPasswordForm label={t('resetPassword.title.2')} email={email} onSubmit={submit} isBusy={isBusy}>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {serverWords(failure, ' AND ', t('entry.somethingWrong'))}
          {failure instanceof HttpError && failure.code === 'code_wrong' && (
            <span className={styles.links}>
              <Link to={resetPath(search, email)} replace>
                {t('resetPassword.again')}
              </Link>
            </span>
          )}
        </Banner>
      )}
    </NewPasswordForm>
  );
}
