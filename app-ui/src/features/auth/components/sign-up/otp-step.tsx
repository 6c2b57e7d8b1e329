import { Link, useLocation } from 'react-router';
import { HttpError, publicApi, useTranslation } from 'ui-kit';
import styles from '../../../../shared/forms/form.module.css';
import { useSendOtp } from '../../api/use-send-otp';
import { useMaintenanceCheck } from '../auth-gate';
import { authPath } from '../auth-paths';
import { CodeForm } from '../code-form';
import { type Countdown, RESEND_AFTER_SECONDS } from '../use-countdown';
import { useServerErrorText } from '../use-server-error-text';

interface OtpStepProps {
  email: string;
  countdown: Countdown;
  onResent: (secondsToWait: number) => void;
  onVerified: () => void;
}

export function OtpStep({ email, countdown, onResent, onVerified }: OtpStepProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const checkMaintenance = useMaintenanceCheck();
  const sendOtp = useSendOtp();
  const serverErrorText = useServerErrorText();

  async function resend(): Promise<void> {
    try {
      await sendOtp(email);
      onResent(RESEND_AFTER_SECONDS);
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'resend_too_soon') throw new SendFailed();
      onResent(error.retryAfter ?? RESEND_AFTER_SECONDS);
    }
  }

  return (
    <CodeForm
      label={t('emailVerify.title.1')}
      kind="digits"
      countdown={countdown}
      onSubmit={async (otp) => {
        const body = { email, otp };
        await checkMaintenance(publicApi.post('/api/v2/users/verify-otp/', { body }));
        onVerified();
      }}
      onResend={resend}
      explain={(error) =>
        error instanceof SendFailed
          ? t('emailVerify.sendFailed')
          : serverErrorText(error, '\n', t('auth.unknownError'))
      }
    >
      <p className={styles.alternative}>
        <Link to={authPath('/emailverify', search)} replace>
          {t('emailVerify.otherEmail')}
        </Link>
      </p>
    </CodeForm>
  );
}

/** The specification has one text for all failures to send a code. */
class SendFailed extends Error {}
