import type { ReactNode, Ref } from 'react';

/** A place to go to: the row with this key, or the end. Each object is one request. */
export interface ListFocus {
  key: string | null;
}

/** What the list may be told from outside. */
export interface ListHandle {
  scrollToEnd: () => void;
}

/**
 * What a list of messages must be able to do; nothing outside `virtual-list.tsx` knows how it is done. Rows keep their
 * key and their height when others come before or after them. New rows at the start leave what is visible in place.
 */
export interface ListProps<Row extends { key: string }> {
  rows: readonly Row[];
  renderRow: (row: Row) => ReactNode;
  label: string;
  /** The row to begin at; the end if there is none. */
  startKey: string | null;
  /** Where to go now. The row comes to stand in the middle, unless it is in sight already. */
  focus: ListFocus | null;
  /** The reader comes near the start: time to load what is before it. */
  onNearStart: () => void;
  /** The same at the end. */
  onNearEnd: () => void;
  /** Whether new rows at the end are news that a reader who is there follows, or a next page that they read on in. */
  followsEnd: boolean;
  onAtEndChange: (isAtEnd: boolean) => void;
  /** A new last row is followed even where the reader is elsewhere: it is their own. */
  isOwn: (row: Row) => boolean;
  handle: Ref<ListHandle>;
}
