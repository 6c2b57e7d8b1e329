import { attentionPreferences } from './preferences';

/** Returns the notification permission; null without support. */
export function notificationPermission(): NotificationPermission | null {
  return typeof Notification === 'function' ? Notification.permission : null;
}

/** Whether this tab is visible and focused. */
export const isPageFocused = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Subscribes to changes of visibility and focus. */
export function onPageFocusChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  window.addEventListener('focus', changed);
  window.addEventListener('blur', changed);
  return () => {
    document.removeEventListener('visibilitychange', changed);
    window.removeEventListener('focus', changed);
    window.removeEventListener('blur', changed);
  };
}

/**
 * Shows a system notification and returns a function that closes it. It names the channel and not the message, because
 * others can read a locked screen.
 */
export function showNotification(options: {
  tag: string;
  title: string;
  body: string;
  onClick(): void;
}): () => void {
  const { hasNotifications } = attentionPreferences.getSnapshot();
  if (notificationPermission() !== 'granted' || !hasNotifications) return () => {};
  try {
    // The tag makes a new notification replace the previous one of the channel.
    const shown = new Notification(options.title, { body: options.body, tag: options.tag, silent: true });
    shown.onclick = () => {
      window.focus();
      options.onClick();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some phones allow notifications only to service workers; the badge and the title still show the message.
    return () => {};
  }
}
