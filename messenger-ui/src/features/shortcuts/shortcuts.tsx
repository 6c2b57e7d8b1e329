import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from 'ui-kit/lazy-part';
import { isListed } from '../../model/channels';
import { useChannelList } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { shortcutOf } from './registry';

const ShortcutsSheet = lazyPart(() => import('./shortcuts-sheet'), 'closes');

interface ShortcutsProps {
  selection: Selection;
  onSearchChannel: (channelId: string) => void;
}

/** Handles the global shortcuts of the messenger. */
export function Shortcuts({ selection, onSearchChannel }: ShortcutsProps) {
  const { channels } = useChannelList();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // An open dialog disables the shortcuts behind it.
      if (document.querySelector('dialog[open]')) return;
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === 'help') return setIsShown(true);
      if (shortcut === 'searchChannel') {
        if (selection.channelId !== null) onSearchChannel(selection.channelId);
        else if (selection.search === null) selection.searchFor('');
        return;
      }
      const visibleChannels = channels?.filter(isListed) ?? [];
      const current = visibleChannels.findIndex(({ channelId }) => channelId === selection.channelId);
      const target = current + (shortcut === 'nextChannel' ? 1 : -1);
      const next =
        visibleChannels[current < 0 ? 0 : Math.max(0, Math.min(visibleChannels.length - 1, target))];
      if (next) selection.select(next.channelId);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [channels, selection, onSearchChannel]);

  return isShown ? (
    <Suspense>
      <ShortcutsSheet onClose={() => setIsShown(false)} />
    </Suspense>
  ) : null;
}
