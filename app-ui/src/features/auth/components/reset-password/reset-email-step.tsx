import { useTranslation } from 'ui-kit';
import { useSendResetCode } from '../../api/use-send-reset-code';
import { EmailForm } from '../email-form';
import { useServerErrorText } from '../use-server-error-text';

interface ResetEmailStepProps {
  email: string;
  onChange: (email: string) => void;
  /** A code was sent to the address; `secondsToWait` until the next one. */
  onSent: (email: string, secondsToWait: number) => void;
}

export function ResetEmailStep({ email, onChange, onSent }: ResetEmailStepProps) {
  const { t } = useTranslation('app');
  const sendCode = useSendResetCode();
  const serverErrorText = useServerErrorText();
  return (
    <EmailForm
      label={t('resetPassword.title.0')}
      submitLabel={t('resetPassword.send')}
      email={email}
      onChange={onChange}
      onSubmit={async (address) => onSent(address, await sendCode(address))}
      explain={(error) => serverErrorText(error, ' AND ', t('auth.unknownError'))}
    />
  );
}
