import { flushSync } from 'react-dom';
import type { Selection } from './selection';

/** Closes the window and puts the focus where one came from: on the channel's row. */
export function backToList(selection: Selection, messenger: HTMLElement | null): void {
  const { channelId } = selection;
  if (channelId === null) return;
  // The row must be there before it can have the focus.
  flushSync(() => selection.select(null));
  messenger?.querySelector<HTMLElement>(`[data-channel="${CSS.escape(channelId)}"]`)?.focus();
}
