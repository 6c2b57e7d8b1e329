import { useEffect, useState } from 'react';
import { onPageFocusChange } from '../../attention/notifications';
import type { ChannelStore } from '../../model/channel-store';
import { SeenReporter } from '../../model/seen-reporter';

/** Reports read messages while the page is visible and focused. Returns the setter of the scroll state. */
export function useReportSeen(channelStore: ChannelStore): (isAtEnd: boolean) => void {
  const [reporter] = useState(() => new SeenReporter(() => channelStore.markSeen(), Date.now));

  useEffect(() => {
    const update = () =>
      reporter.update({
        visible: document.visibilityState === 'visible',
        focused: document.hasFocus(),
      });
    update();
    const unsubscribe = channelStore.subscribe(() => reporter.check());
    const unsubscribeFocus = onPageFocusChange(update);
    return () => {
      unsubscribe();
      unsubscribeFocus();
      reporter.stop();
    };
  }, [channelStore, reporter]);

  const [setAtEnd] = useState(() => (isAtEnd: boolean) => reporter.update({ atBottom: isAtEnd }));
  return setAtEnd;
}
