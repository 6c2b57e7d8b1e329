import { useEffect } from 'react';
import { holdReading } from '../../attention/claims';
import { isLookedAt } from '../../attention/notifications';

/** Tells the other tabs of this browser while somebody looks at this conversation: none of them makes a sound for it. */
export function useReading(channelId: string): void {
  useEffect(() => {
    let release: (() => void) | null = null;
    const look = () => {
      if (isLookedAt()) {
        release ??= holdReading(navigator.locks, channelId);
      } else {
        release?.();
        release = null;
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    window.addEventListener('blur', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('blur', look);
      release?.();
    };
  }, [channelId]);
}
