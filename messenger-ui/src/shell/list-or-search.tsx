import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { ChannelList } from '../features/channel-list/channel-list';
import { SearchPanel } from '../features/search/search-panel';
import { parseSearch } from '../model/search';
import { useChannelList } from './chat-context';
import type { Selection } from './selection';

/** Returns the channel to which a search is limited. */
function searchedChannel(search: string): string | null {
  const [channel, ...others] = parseSearch(search).filters.filter(({ kind }) => kind === 'in');
  return others.length === 0 ? (channel?.value ?? null) : null;
}

interface ListOrSearchProps {
  selection: Selection;
  isCompact?: boolean;
  /** What stands in the place of an empty list. */
  emptyContent?: ReactNode;
}

/** The channel list, or the search panel during a search: what is typed before the channels are loaded stays. */
export function ListOrSearch({ selection, isCompact, emptyContent }: ListOrSearchProps) {
  const { channels } = useChannelList();
  if (selection.search === null) return <ChannelList selection={selection} emptyContent={emptyContent} />;
  const close = () => {
    const messenger = document.activeElement?.closest('[data-messenger]');
    // A search within a channel that gave way to it ends in this channel.
    const searched = searchedChannel(selection.search ?? '');
    const isKnown = channels?.some((channel) => channel.channelId === searched) ?? false;
    const channelId = selection.channelId ?? (isKnown ? searched : null);
    // The button must be rendered before it can regain the focus.
    flushSync(() => selection.searchFor(null, channelId));
    messenger?.querySelector<HTMLElement>('[data-search-open]')?.focus();
  };
  return <SearchPanel selection={selection} isCompact={isCompact ?? false} onClose={close} />;
}
