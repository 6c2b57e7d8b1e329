import { HttpError, useTranslation } from 'ui-kit';
import { useSendOtp } from '../../api/use-send-otp';
import { EmailForm } from '../email-form';
import { RESEND_AFTER_SECONDS } from '../use-countdown';
import { EmailTaken } from './email-taken';

interface EmailStepProps {
  email: string;
  onChange: (email: string) => void;
  /** A code was sent to the address; `secondsToWait` until the next one. */
  onSent: (email: string, secondsToWait: number) => void;
  isVerified: (email: string) => boolean;
  /** The address is already verified. */
  onVerified: () => void;
}

export function EmailStep({ email, onChange, onSent, isVerified, onVerified }: EmailStepProps) {
  const { t } = useTranslation('app');
  const sendOtp = useSendOtp();

  async function submit(address: string): Promise<void> {
    if (isVerified(address)) return onVerified();
    try {
      await sendOtp(address);
      onSent(address, RESEND_AFTER_SECONDS);
    } catch (error) {
      // A code was sent already, perhaps before a reload.
      if (!(error instanceof HttpError) || error.code !== 'resend_too_soon') throw error;
      onSent(address, error.retryAfter ?? RESEND_AFTER_SECONDS);
    }
  }

  return (
    <EmailForm
      label={t('emailVerify.title.0')}
      submitLabel={t('emailVerify.send')}
      email={email}
      onChange={onChange}
      onSubmit={submit}
      explain={(error, address) =>
        error instanceof HttpError && error.status === 406 ? (
          <EmailTaken email={address} />
        ) : (
          t('emailVerify.sendFailed')
        )
      }
    />
  );
}
