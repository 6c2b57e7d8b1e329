import { useEffect, useState } from 'react';
import { announce, Spinner, useIsOnline, useTranslation } from 'ui-kit';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './connection-banner.module.css';

/** A connection that returns within this time is nobody's business. */
const PATIENCE_MS = 5_000;

/** Says that the hub cannot be reached, and that nothing that was written is lost. */
export function ConnectionBanner() {
  const { t } = useTranslation('messenger');
  const { hub } = useChat();
  const downSince = useStore(hub.socket, (socket) => socket.downSince);
  const isOnline = useIsOnline();
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    setIsLate(false);
    if (downSince === null) return;
    const timer = setTimeout(() => setIsLate(true), Math.max(0, downSince + PATIENCE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [downSince]);

  const title = isOnline ? t('connection.failed') : t('connection.offline');
  const isShown = isLate && downSince !== null;
  useEffect(() => {
    if (isShown) announce(title);
  }, [isShown, title]);

  if (!isShown) return null;
  return (
    <div className={styles.banner}>
      {isOnline && <Spinner size={14} />}
      <p>
        <strong>{title}</strong> <span>{t('connection.kept')}</span>
      </p>
    </div>
  );
}
