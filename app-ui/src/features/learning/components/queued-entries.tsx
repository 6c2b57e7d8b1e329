import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { forget, queue } from '../offline/queue';
import styles from './queued-entries.module.css';

/** Says what is not sent yet, and what the server has refused. */
export function QueuedEntries() {
  const { t } = useTranslation('learning');
  const { id: account } = useCurrentUser();
  const entries = useSyncExternalStore(queue.subscribe, queue.get).filter((one) => one.account === account);

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
