import { flushSync } from 'react-dom';
import type { Selection } from './selection';

/** Closes the channel and returns the focus to its row. */
export function backToList(selection: Selection, messenger: HTMLElement | null): void {
  const { channelId } = selection;
  if (channelId === null) return;
  // The row must be rendered before it can receive the focus.
  flushSync(() => selection.select(null));
  messenger?.querySelector<HTMLElement>(`[data-channel="${CSS.escape(channelId)}"]`)?.focus();
}
