import { Link, useLocation } from 'react-router';
import { publicApi, useTranslation } from 'ui-kit';
import styles from '../../../../shared/forms/form.module.css';
import { useSendResetCode } from '../../api/use-send-reset-code';
import { useMaintenanceCheck } from '../auth-gate';
import { resetPasswordPath } from '../auth-paths';
import { CodeForm } from '../code-form';
import type { Countdown } from '../use-countdown';
import { useServerErrorText } from '../use-server-error-text';

interface ResetCodeStepProps {
  email: string;
  countdown: Countdown;
  onResent: (secondsToWait: number) => void;
  onVerified: (code: string) => void;
}

export function ResetCodeStep({ email, countdown, onResent, onVerified }: ResetCodeStepProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const checkMaintenance = useMaintenanceCheck();
  const sendCode = useSendResetCode();
  const serverErrorText = useServerErrorText();
  return (
    <CodeForm
      label={t('resetPassword.title.1')}
      kind="characters"
      countdown={countdown}
      onSubmit={async (otp) => {
        const body = { email, otp };
        await checkMaintenance(publicApi.post('/api/v2/users/confirm-otp/', { body }));
        onVerified(otp);
      }}
      onResend={async () => onResent(await sendCode(email))}
      explain={(error) => serverErrorText(error, ' AND ', t('auth.unknownError'))}
    >
      <p className={styles.alternative}>
        <Link to={resetPasswordPath(search, email)} replace>
          {t('emailVerify.otherEmail')}
        </Link>
      </p>
    </CodeForm>
  );
}
