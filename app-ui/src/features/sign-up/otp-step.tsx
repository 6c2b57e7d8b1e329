import { Link } from 'react-router';
import { HttpError, http, useTranslation } from 'ui-kit';
import { CodeForm } from '../entry/code-form';
import styles from '../entry/entry-form.module.css';
import { useDoorWatch } from '../entry/entry-gate';
import { type Countdown, RESEND_AFTER_SECONDS } from '../entry/use-countdown';
import { useServerWords } from '../entry/use-server-words';
import { useSendOtp } from './use-send-otp';

interface OtpStepProps {
  email: string;
  countdown: Countdown;
  onResent: (secondsToWait: number) => void;
  onProven: (otp: string) => void;
}

export function OtpStep({ email, countdown, onResent, onProven }: OtpStepProps) {
  const { t } = useTranslation('app');
  const watch = useDoorWatch();
  const sendOtp = useSendOtp();
  const serverWords = useServerWords();

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
        await watch(http('api/v2/users/verify-otp/', { method: 'POST', body, anonymous: true }));
        onProven(otp);
      }}
      onResend={resend}
      explain={(error) =>
        error instanceof SendFailed
          ? t('emailVerify.sendFailed')
          : serverWords(error, '\n', t('entry.somethingWrong'))
      }
    >
      <p className={styles.way}>
        <Link to="/emailverify" replace>
          {t('emailVerify.otherEmail')}
        </Link>
      </p>
    </CodeForm>
  );
}

/** The specification has one sentence for every reason why a code could not be sent. */
class SendFailed extends Error {}
