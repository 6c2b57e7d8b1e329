/** What the browser says of notifications; null where there are none. */
export function notificationPermission(): NotificationPermission | null {
  return typeof Notification === 'function' ? Notification.permission : null;
}

/** Whether somebody looks at this tab. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Tells whenever that may have changed, until it is taken back. */
export function onLook(changed: () => void): () => void {
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
 * A notification of the system, and what takes it back. It names the conversation and not what was said: a locked screen
 * is read by others.
 */
export function showNotification(options: {
  tag: string;
  title: string;
  body: string;
  onClick(): void;
}): () => void {
  if (notificationPermission() !== 'granted') return () => {};
  try {
    // The same tag replaces the one before: a talkative friend fills one line, not the screen.
    const shown = new Notification(options.title, { body: options.body, tag: options.tag, silent: true });
    shown.onclick = () => {
      window.focus();
      options.onClick();
      shown.close();
    };
    return () => shown.close();
  } catch {
    // Some phones allow notifications to service workers alone; the badge and the title tell of the message.
    return () => {};
  }
}
