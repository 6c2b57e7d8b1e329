import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { notificationPermission } from '../../attention/notifications';
import { attentionPreferences } from '../../attention/preferences';
import { startPush } from '../../attention/push';
import { useStore } from '../../shell/use-store';
import styles from './notification-card.module.css';

/** Offers notifications to who has missed a message, once. The browser's own question comes only after a Yes here. */
export function NotificationCard() {
  const { t } = useTranslation('messenger');
  const queries = useQueryClient();
  const invitation = useStore(attentionPreferences, (state) => state.invitation);
  const [permission, setPermission] = useState(notificationPermission);
  if (invitation !== 'wanted' || permission !== 'default') return null;
  return (
    <section className={styles.card} aria-label={t('attention.offer')}>
      <p className={styles.text}>{t('attention.offer')}</p>
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          onClick={async () => {
            setPermission(await Notification.requestPermission());
            attentionPreferences.dismiss();
            void startPush(queries);
          }}
        >
          {t('attention.accept')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => attentionPreferences.dismiss()}>
          {t('attention.decline')}
        </Button>
      </div>
    </section>
  );
}
