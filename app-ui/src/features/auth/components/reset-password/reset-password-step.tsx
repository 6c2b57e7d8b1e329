import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Banner, HttpError, publicApi, useTranslation } from 'ui-kit';
import styles from '../../../../shared/forms/form.module.css';
import { NewPasswordForm } from '../../../../shared/forms/new-password-form';
import { useMaintenanceCheck } from '../auth-gate';
import { resetPasswordPath } from '../auth-paths';
import { useServerErrorText } from '../use-server-error-text';

interface ResetPasswordStepProps {
  email: string;
  /** The verified code. */
  code: string;
  onChanged: () => void;
}

export function ResetPasswordStep({ email, code, onChanged }: ResetPasswordStepProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const checkMaintenance = useMaintenanceCheck();
  const serverErrorText = useServerErrorText();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(password: string): Promise<void> {
    setFailure(null);
    setIsBusy(true);
    const body = { email, otp: code, newPassword: password, checkNewPassword: password };
    try {
      await checkMaintenance(publicApi.post('/api/v2/users/confirm-password/', { body }));
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
          {serverErrorText(failure, ' AND ', t('auth.unknownError'))}
          {failure instanceof HttpError && failure.code === 'code_wrong' && (
            <span className={styles.links}>
              <Link to={resetPasswordPath(search, email)} replace>
                {t('resetPassword.again')}
              </Link>
            </span>
          )}
        </Banner>
      )}
    </NewPasswordForm>
  );
}
