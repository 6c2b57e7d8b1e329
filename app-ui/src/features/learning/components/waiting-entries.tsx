import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { sendEntry, useRefresh } from '../api/learning';
import { forget, readWaiting, sendWaiting, waiting } from '../offline/waiting';
import styles from './waiting-entries.module.css';

/** Sends what waits for a network, and says what waits and what was refused. */
export function WaitingEntries() {
  const { t } = useTranslation('learning');
  const errorText = useErrorText();
  const { id: account } = useCurrentUser();
  const refresh = useRefresh();
  const entries = useSyncExternalStore(waiting.subscribe, waiting.get).filter(
    (one) => one.account === account,
  );

  const send = useEffectEvent(async () => {
    const isChanged = await sendWaiting(
      account,
      async (entry) => {
        await sendEntry(entry);
      },
      errorText,
    );
    if (isChanged) await refresh();
  });
  useEffect(() => {
    const sendNow = () => void send();
    void readWaiting();
    sendNow();
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', sendNow);
    return () => {
      window.removeEventListener('online', sendNow);
      document.removeEventListener('visibilitychange', sendNow);
    };
  }, []);

  const refused = entries.filter(({ refusal }) => refusal !== undefined);
  const count = entries.length - refused.length;
  if (entries.length === 0) return null;
  return (
    <div className={styles.entries} role="status">
      {count > 0 && <Banner>{t('queue.waiting', { count })}</Banner>}
      {refused.map((entry) => (
        <Banner key={entry.id} tone="danger">
          <p>{t('queue.refused', { title: entry.title, reason: entry.refusal })}</p>
          <Button size="compact-sm" variant="default" onClick={() => void forget(entry)}>
            {t('queue.forget')}
          </Button>
        </Banner>
      ))}
    </div>
  );
}
