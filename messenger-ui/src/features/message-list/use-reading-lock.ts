import { useEffect } from 'react';
import { isPageFocused, onPageFocusChange } from '../../attention/notifications';
import { holdReading } from '../../attention/tab-locks';

/** Holds a lock while the channel is visible and focused: no other tab of this browser plays a sound for it. */
export function useReadingLock(channelId: string): void {
  useEffect(() => {
    let release: (() => void) | null = null;
    const update = () => {
      if (isPageFocused()) {
        release ??= holdReading(navigator.locks, channelId);
      } else {
        release?.();
        release = null;
      }
    };
    update();
    const unsubscribe = onPageFocusChange(update);
    return () => {
      unsubscribe();
      release?.();
    };
  }, [channelId]);
}
