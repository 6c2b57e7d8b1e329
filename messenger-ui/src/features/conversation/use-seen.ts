import { useEffect, useState } from 'react';
import { onLook } from '../../attention/notifications';
import type { Conversation } from '../../model/conversation';
import { SeenReporter } from '../../model/seen';

/** Tells the hub what was read, by where the list is and whether anyone is looking. Returns how to say the former. */
export function useSeen(conversation: Conversation): (isAtEnd: boolean) => void {
  const [reporter] = useState(() => new SeenReporter(() => conversation.markSeen(), Date.now));

  useEffect(() => {
    const look = () =>
      reporter.attend({
        visible: document.visibilityState === 'visible',
        focused: document.hasFocus(),
      });
    look();
    const unsubscribe = conversation.subscribe(() => reporter.check());
    const stop = onLook(look);
    return () => {
      unsubscribe();
      stop();
      reporter.stop();
    };
  }, [conversation, reporter]);

  const [atEnd] = useState(() => (isAtEnd: boolean) => reporter.attend({ atBottom: isAtEnd }));
  return atEnd;
}
