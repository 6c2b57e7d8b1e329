import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { isListed } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { shortcutOf } from './registry';

const ShortcutsSheet = lazyPart(() => import('./shortcuts-sheet'), 'closes');

/** Hears the keys that work anywhere on the page of the messenger. */
export function Shortcuts({ selection }: { selection: Selection }) {
  const { channels } = useChat();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // What is in a dialog is not about what is behind it.
      if (document.querySelector('dialog[open]')) return;
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'help') return setIsShown(true);
      const listed = channels?.filter(isListed) ?? [];
      const here = listed.findIndex(({ channelId }) => channelId === selection.channelId);
      const there = here + (shortcut === 'nextChannel' ? 1 : -1);
      const next = listed[here < 0 ? 0 : Math.max(0, Math.min(listed.length - 1, there))];
      if (next) selection.select(next.channelId);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [channels, selection]);

  return isShown ? (
    <Suspense>
      <ShortcutsSheet onClose={() => setIsShown(false)} />
    </Suspense>
  ) : null;
}
