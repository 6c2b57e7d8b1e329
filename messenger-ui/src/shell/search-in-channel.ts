import { flushSync } from 'react-dom';
import { formatSearch } from '../model/search';
import type { Selection } from './selection';

/** Opens the search within a channel and focuses its field. Where the channel covers the list, it gives way. */
export function searchInChannel(
  selection: Selection,
  channelId: string,
  messenger: HTMLElement | null,
): void {
  const list = messenger?.querySelector('[data-list-pane]');
  const isListVisible = list != null && list.getClientRects().length > 0;
  const search = formatSearch({ text: '', filters: [{ kind: 'in', value: channelId }] });
  // The field must be rendered before it can receive the focus.
  flushSync(() => selection.searchFor(search, isListVisible ? channelId : null));
  messenger?.querySelector<HTMLElement>('[data-search-field]')?.focus();
}
