import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { notificationSettingsQuery } from '../../api/notification-settings';
import { DialogFrame } from '../dialog-frame';
import { DeviceNotifications } from './device-notifications';
import styles from './notifications-dialog.module.css';
import { SettingsForm } from './settings-form';

/** How the person is notified: on this device, in quiet hours, by mail. */
export default function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  // An open form keeps its input when the window gets the focus again.
  const query = useQuery({ ...notificationSettingsQuery, refetchOnWindowFocus: false });
  return (
    <DialogFrame title={t('notificationSettings.title')} onClose={onClose}>
      <div className={styles.body}>
        <DeviceNotifications />
        <QueryState query={query}>{(stored) => <SettingsForm stored={stored} />}</QueryState>
      </div>
    </DialogFrame>
  );
}
