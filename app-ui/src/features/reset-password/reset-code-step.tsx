import { Link, useLocation } from 'react-router';
import { http, useTranslation } from 'ui-kit';
import { CodeForm } from '../entry/code-form';
import styles from '../entry/entry-form.module.css';
import { useDoorWatch } from '../entry/entry-gate';
import type { Countdown } from '../entry/use-countdown';
import { useServerWords } from '../entry/use-server-words';
import { resetPath } from './reset-path';
import { useSendResetCode } from './use-send-reset-code';

interface ResetCodeStepProps {
  email: string;
  countdown: Countdown;
  onResent: (secondsToWait: number) => void;
  onProven: (code: string) => void;
}

export function ResetCodeStep({ email, countdown, onResent, onProven }: ResetCodeStepProps) {
  const { t } = useTranslation('app');
  const { search } = useLocation();
  const watch = useDoorWatch();
  const sendCode = useSendResetCode();
  const serverWords = useServerWords();
  return (
    <CodeForm
      label={t('resetPassword.title.1')}
      kind="characters"
      countdown={countdown}
      onSubmit={async (otp) => {
        const body = { email, otp };
        await watch(http('api/v2/users/confirm-otp/', { method: 'POST', body, anonymous: true }));
        onProven(otp);
      }}
      onResend={async () => onResent(await sendCode(email))}
      explain={(error) => serverWords(error, ' AND ', t('entry.somethingWrong'))}
    >
      <p className={styles.way}>
        <Link to={resetPath(search, email)} replace>
          {t('emailVerify.otherEmail')}
        </Link>
      </p>
    </CodeForm>
  );
}
