import { useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import type { JumpTarget } from '../model/timeline';

export interface Place {
  channelId: string | null;
  /** The message to show in it. A new object each time, so that the same one can be gone to twice. */
  jump: JumpTarget | null;
  /** What is searched for; empty before it was said, null while nobody searches. */
  search: string | null;
}

export interface Choices {
  /** Opens a channel, perhaps at a message; null closes it. */
  select: (channelId: string | null, jump?: JumpTarget) => void;
  searchFor: (text: string | null) => void;
}

/** Which channel is open. On a page of messages the address says it, so that links and the back button work. */
export interface Selection extends Place, Choices {}

const NOWHERE: Place = { channelId: null, jump: null, search: null };

class DockedStore extends ExternalStore<Place> {
  readonly select = (channelId: string | null, jump: JumpTarget | null = null): void =>
    this.patch({ channelId, jump });

  readonly searchFor = (search: string | null): void => this.patch({ search });

  readonly reset = (): void => this.set(NOWHERE);
}

/** What is open in the widget. The chat page takes it over, and leaves here what was open in it. */
export const docked = new DockedStore(NOWHERE);

export function useDockedSelection(): Selection {
  const place = useSyncExternalStore(docked.subscribe, docked.getSnapshot);
  return { ...place, select: docked.select, searchFor: docked.searchFor };
}

let address: Choices | null = null;

/** From now on the address says which channel is open, until the answer is called. */
export function followAddress(choices: Choices): () => void {
  address = choices;
  return () => {
    if (address === choices) address = null;
  };
}

/** Whether the address of this page says which channel is open. */
export const hasAddress = (): boolean => address !== null;

/** Opens a channel wherever a messenger is on this page. */
export const openChannel = (channelId: string): void => (address ?? docked).select(channelId);

export const CHANNEL = 'channel';

/** The address of a channel in a page of messages. */
export const addressOf = (base: string, channelId: string | null): string =>
  channelId === null ? base : `${base}?${new URLSearchParams({ [CHANNEL]: channelId })}`;
