import { useEffect, useState } from 'react';
import { useTranslation } from 'ui-kit';
import type { CallSession } from '../../model/call/call-session';
import { formatDuration } from '../../model/call/duration';
import { useStore } from '../../shell/use-store';
import styles from './stage-header.module.css';

/** How long the person has been in the call together with others. Not announced: it changes every second. */
export function CallTimer({ session }: { session: CallSession }) {
  const { t, i18n } = useTranslation('messenger');
  const since = useStore(session, (state) => state.talkSince);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (since === null) return null;
  return (
    <span className={styles.timer} role="timer" aria-label={t('call.timer')}>
      {formatDuration(now - since, i18n.language)}
    </span>
  );
}
