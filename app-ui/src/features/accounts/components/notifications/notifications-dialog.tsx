import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { notificationSettingsQuery } from '../../api/notification-settings';
import { DialogFrame } from '../dialog-frame';
import { DeviceNotifications } from './device-notifications';
import styles from './notifications-dialog.module.css';
import { SettingsForm } from './settings-form';

/** How the person is notified: on this device, in quiet hours, by mail. */
export default function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  // An open form keeps its input when the window gets the focus again.
  const { data, error, refetch } = useQuery({ ...notificationSettingsQuery, refetchOnWindowFocus: false });
  return (
    <DialogFrame title={t('notificationSettings.title')} onClose={onClose}>
      <div className={styles.body}>
        <DeviceNotifications />
        {data !== undefined ? (
          <SettingsForm stored={data} />
        ) : error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </DialogFrame>
  );
}
