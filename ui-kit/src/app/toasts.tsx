import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export { notifications } from '@mantine/notifications';

/** Renders the toasts. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={3} zIndex="var(--mh-layer-toast)" />;
}
