import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { notificationPermission } from '../../attention/notifications';
import { attentionPreferences } from '../../attention/preferences';
import { turnPushOn } from '../../attention/push';
import { useStore } from '../../shell/use-store';
import styles from './notification-card.module.css';

/** Offers notifications once after a missed message. Only a Yes opens the browser's prompt. */
export function NotificationCard() {
  const { t } = useTranslation('messenger');
  const queries = useQueryClient();
  const invitation = useStore(attentionPreferences, (state) => state.invitation);
  const [permission, setPermission] = useState(notificationPermission);
  if (invitation !== 'wanted' || permission !== 'default') return null;
  return (
    <section className={styles.card} aria-label={t('notifications.offer')}>
      <p className={styles.text}>{t('notifications.offer')}</p>
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          onClick={async () => {
            // Without a network the next page load registers the device.
            await turnPushOn(queries).catch(() => undefined);
            setPermission(notificationPermission());
          }}
        >
          {t('notifications.accept')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => attentionPreferences.dismiss()}>
          {t('notifications.decline')}
        </Button>
      </div>
    </section>
  );
}
