import { useEffect, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import styles from '../../../shared/forms/form.module.css';

interface ResendCodeProps {
  secondsLeft: number;
  onResend: () => void;
}

/** Requests another code when the countdown has ended. */
export function ResendCode({ secondsLeft, onResend }: ResendCodeProps) {
  const { t } = useTranslation('app');
  const wasWaiting = useRef(secondsLeft > 0);

  useEffect(() => {
    if (wasWaiting.current && secondsLeft === 0) announce(t('code.resendAvailable'));
    wasWaiting.current = secondsLeft > 0;
  }, [secondsLeft, t]);

  return (
    <p className={styles.resend}>
      {secondsLeft > 0 ? (
        <span role="timer">{t('code.resendIn', { time: clock(secondsLeft) })}</span>
      ) : (
        <button type="button" className={styles.link} onClick={onResend}>
          {t('code.resend')}
        </button>
      )}
    </p>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
