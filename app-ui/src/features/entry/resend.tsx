import { useEffect, useRef } from 'react';
import { announce, useTranslation } from 'ui-kit';
import styles from './entry-form.module.css';

interface ResendProps {
  secondsLeft: number;
  onResend: () => void;
}

/** Another code can be asked for when the countdown is over, which then begins anew. */
export function Resend({ secondsLeft, onResend }: ResendProps) {
  const { t } = useTranslation('app');
  const wasWaiting = useRef(secondsLeft > 0);

  useEffect(() => {
    if (wasWaiting.current && secondsLeft === 0) announce(t('code.mayResend'));
    wasWaiting.current = secondsLeft > 0;
  }, [secondsLeft, t]);

  return (
    <p className={styles.resend}>
      {secondsLeft > 0 ? (
        <span role="timer">{t('code.wait', { time: clock(secondsLeft) })}</span>
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
