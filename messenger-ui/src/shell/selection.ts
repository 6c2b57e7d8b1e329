import { useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import type { JumpTarget } from '../model/timeline';

export interface SelectionState {
  channelId: string | null;
  /** The message to show. A new object for each request, so that the same message can be requested twice. */
  jump: JumpTarget | null;
  /** The search text; empty for a new search, null without one. */
  search: string | null;
}

export interface SelectionActions {
  /** Opens a channel, optionally at a message; null closes it. */
  select: (channelId: string | null, jump?: JumpTarget) => void;
  /** Searches, or ends the search with null; optionally opens or closes a channel in the same step. */
  searchFor: (text: string | null, channelId?: string | null) => void;
}

/**
 * The open channel and the search. On message pages it is kept in the address, so that links and the back button work.
 */
export interface Selection extends SelectionState, SelectionActions {}

const EMPTY_SELECTION: SelectionState = { channelId: null, jump: null, search: null };

class WidgetSelectionStore extends ExternalStore<SelectionState> {
  readonly select = (channelId: string | null, jump: JumpTarget | null = null): void =>
    this.patch({ channelId, jump });

  readonly searchFor = (search: string | null, channelId = this.getSnapshot().channelId): void => {
    const before = this.getSnapshot();
    this.set({ search, channelId, jump: channelId === before.channelId ? before.jump : null });
  };

  readonly reset = (): void => this.set(EMPTY_SELECTION);
}

/** The selection of the widget. The chat page starts with it and updates it. */
export const widgetSelection = new WidgetSelectionStore(EMPTY_SELECTION);

export function useWidgetSelection(): Selection {
  const selection = useSyncExternalStore(widgetSelection.subscribe, widgetSelection.getSnapshot);
  return { ...selection, select: widgetSelection.select, searchFor: widgetSelection.searchFor };
}

let address: SelectionActions | null = null;

/** Makes the address hold the selection until the returned function is called. */
export function bindAddress(actions: SelectionActions): () => void {
  address = actions;
  return () => {
    if (address === actions) address = null;
  };
}

/** Whether the address of this page holds the selection. */
export const hasAddress = (): boolean => address !== null;

/** Opens a channel in the messenger of this page. */
export const openChannel = (channelId: string): void => (address ?? widgetSelection).select(channelId);

export const CHANNEL = 'channel';

/** Returns the address of a channel. */
export const addressOf = (base: string, channelId: string | null): string =>
  channelId === null ? base : `${base}?${new URLSearchParams({ [CHANNEL]: channelId })}`;
