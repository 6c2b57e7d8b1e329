import { flushSync } from 'react-dom';
import { useChat } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { ChannelList } from '../channel-list/channel-list';
import { SearchPanel } from './search-panel';

interface ListOrSearchProps {
  selection: Selection;
  isCompact?: boolean;
}

/** The list of conversations, or what was found, while somebody searches. */
export function ListOrSearch({ selection, isCompact }: ListOrSearchProps) {
  const { channels } = useChat();
  if (selection.search === null || !channels) return <ChannelList selection={selection} />;
  const close = () => {
    const messenger = document.activeElement?.closest('[data-messenger]');
    // The button must be there before it can have the focus again.
    flushSync(() => selection.searchFor(null));
    messenger?.querySelector<HTMLElement>('[data-search-open]')?.focus();
  };
  return <SearchPanel selection={selection} isCompact={isCompact ?? false} onClose={close} />;
}
