import { useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import type { JumpTarget } from '../model/timeline';

interface Place {
  channelId: string | null;
  /** The message to show in it. A new object each time, so that the same one can be gone to twice. */
  jump: JumpTarget | null;
  /** What is searched for; empty before it was said, null while nobody searches. */
  search: string | null;
}

/** Which channel is open. On the page of its own the address says it, so that links and the back button work. */
export interface Selection extends Place {
  /** Opens a channel, perhaps at a message; null closes it. */
  select: (channelId: string | null, jump?: JumpTarget) => void;
  searchFor: (text: string | null) => void;
}

const NOWHERE: Place = { channelId: null, jump: null, search: null };

class DockedStore extends ExternalStore<Place> {
  readonly select = (channelId: string | null, jump: JumpTarget | null = null): void =>
    this.patch({ channelId, jump });

  readonly searchFor = (search: string | null): void => this.patch({ search });

  readonly reset = (): void => this.set(NOWHERE);
}

/** The widget and the chat page share one: what was open in the one is open in the other. */
export const docked = new DockedStore(NOWHERE);

export function useDockedSelection(): Selection {
  const place = useSyncExternalStore(docked.subscribe, docked.getSnapshot);
  return { ...place, select: docked.select, searchFor: docked.searchFor };
}

const CHANNEL = 'channel';
const MESSAGE = 'message';
const SEARCH = 'search';

class AddressStore extends ExternalStore<Place> {
  constructor() {
    super(AddressStore.read());
    window.addEventListener('popstate', () => {
      const place = AddressStore.read();
      // A step that led nowhere else is no wish to see the same message once more.
      if (!isSamePlace(place, this.getSnapshot())) this.set(place);
    });
  }

  readonly select = (channelId: string | null, jump: JumpTarget | null = null): void => {
    const before = this.getSnapshot().channelId;
    if (channelId === before && jump === null) return;
    // From one channel to the next the list stays one step behind: back always leads to it on a phone.
    this.go({ ...this.getSnapshot(), channelId, jump }, before === null);
  };

  /** To search is a step, so that back ends it; another search takes the place of the one before. */
  readonly searchFor = (search: string | null): void => {
    const before = this.getSnapshot();
    if (search !== before.search) this.go({ ...before, search }, before.search === null);
  };

  private go(place: Place, isStep: boolean): void {
    const { channelId, jump, search } = place;
    const url = new URL(location.href);
    put(url, CHANNEL, channelId);
    put(url, MESSAGE, messageOf(jump));
    put(url, SEARCH, search);
    if (isStep) history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    this.set(place);
  }

  private static read(): Place {
    const parameters = new URLSearchParams(location.search);
    const channelId = parameters.get(CHANNEL);
    const messageId = parameters.get(MESSAGE);
    return {
      channelId,
      jump: channelId !== null && messageId ? { messageId } : null,
      search: parameters.get(SEARCH),
    };
  }
}

const messageOf = (jump: JumpTarget | null): string | null =>
  jump && 'messageId' in jump ? jump.messageId : null;

const isSamePlace = (one: Place, other: Place): boolean =>
  one.channelId === other.channelId &&
  one.search === other.search &&
  messageOf(one.jump) === messageOf(other.jump);

function put(url: URL, name: string, value: string | null): void {
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
}

let address: AddressStore | null = null;

export function useAddressSelection(): Selection {
  address ??= new AddressStore();
  const place = useSyncExternalStore(address.subscribe, address.getSnapshot);
  return { ...place, select: address.select, searchFor: address.searchFor };
}

/** Whether the address of this page says which channel is open. */
export const hasAddress = (): boolean => address !== null;

/** Opens a channel wherever a messenger is on this page. */
export const openChannel = (channelId: string): void => (address ?? docked).select(channelId);

/** The address of a channel in the messenger's own page. */
export const addressOf = (base: string, channelId: string | null): string =>
  channelId === null ? base : `${base}?${new URLSearchParams({ [CHANNEL]: channelId })}`;
