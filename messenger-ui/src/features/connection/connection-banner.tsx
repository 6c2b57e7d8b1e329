import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { announce, Spinner, useIsOnline, useTranslation } from 'ui-kit';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './connection-banner.module.css';

/** Shorter interruptions are not shown. */
const BANNER_DELAY_MS = 3_000;
/** After this the connection counts as failed. */
const FAILED_DELAY_MS = 5_000;

/** Shown while the hub is unreachable; unsent messages are retained, and the page stays usable. */
export function ConnectionBanner() {
  const { t } = useTranslation('messenger');
  const { socket } = useChat().hub;
  const downSince = useStore(socket, (state) => state.downSince);
  const attempts = useStore(socket, (state) => state.attempts);
  const isOnline = useIsOnline();
  const isLate = useHasPassed(downSince, BANNER_DELAY_MS);
  const hasFailed = useHasPassed(downSince, FAILED_DELAY_MS);

  const title = isOnline ? t('connection.failed') : t('connection.offline');
  // Without a network there is nothing to wait for.
  const isShown = downSince !== null && (isLate || !isOnline);
  const hasTitle = hasFailed || !isOnline;
  const announced = hasTitle ? title : t('connection.reconnecting');
  useEffect(() => {
    if (isShown) announce(announced);
  }, [isShown, announced]);

  if (!isShown) return null;
  return (
    <div className={styles.banner}>
      <Spinner size={14} />
      <p className={styles.text}>
        {hasTitle && <strong>{title}</strong>} <span>{t('connection.reconnecting')}</span>{' '}
        {attempts > 1 && <span>{t('connection.attempt', { count: attempts })}</span>}{' '}
        <span>{t('connection.messagesKept')}</span>
      </p>
      <UnstyledButton className={styles.retry} onClick={() => socket.retryNow()}>
        {t('connection.retryNow')}
      </UnstyledButton>
    </div>
  );
}

/** Whether something has lasted for this long. */
function useHasPassed(since: number | null, delay: number): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setPassed(since), Math.max(0, since + delay - Date.now()));
    return () => clearTimeout(timer);
  }, [since, delay]);
  return since !== null && passed === since;
}
