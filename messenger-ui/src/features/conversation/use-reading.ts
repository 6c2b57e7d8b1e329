import { useEffect } from 'react';
import { holdReading } from '../../attention/claims';
import { isLookedAt, onLook } from '../../attention/notifications';

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
    const stop = onLook(look);
    return () => {
      stop();
      release?.();
    };
  }, [channelId]);
}
