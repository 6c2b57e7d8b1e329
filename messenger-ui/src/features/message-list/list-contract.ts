import type { ReactNode, Ref } from 'react';

/** A scroll target: the row with this key, or the end if null. Each object is one request. */
export interface ListFocus {
  key: string | null;
}

/** Imperative methods of the list. */
export interface ListHandle {
  scrollToEnd: () => void;
}

/**
 * Contract of a message list; only `virtual-list.tsx` knows the library behind it. Rows keep their key and their height
 * when rows are added before or after them. Rows added at the start do not move the visible ones.
 */
export interface ListProps<Row extends { key: string }> {
  rows: readonly Row[];
  renderRow: (row: Row) => ReactNode;
  label: string;
  /** The row at the initial scroll position; the end if null. */
  startKey: string | null;
  /** The current scroll request. Centres the row unless it is visible already. */
  focus: ListFocus | null;
  /** Called when the visible range comes near the start, to load older rows. */
  onNearStart: () => void;
  /** Called when the visible range comes near the end, to load newer rows. */
  onNearEnd: () => void;
  onAtEndChange: (isAtEnd: boolean) => void;
  /** Whether the list scrolls to a new last row. */
  followsRow: (row: Row, isAtEnd: boolean) => boolean;
  /** Whether a last row that is taller than the list is shown from its top instead of its end. */
  startsAtTop: (row: Row) => boolean;
  ref: Ref<ListHandle>;
}
