import { useEffect, useState, useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import type { JumpTarget } from '../model/timeline';
import { isOver } from './layers';
import { SECTION_PARAMETERS, sections } from './sections';
import { CHANNEL, followAddress, type Place, type Selection } from './selection';

/** How a page changes its address: the router's way where there is one. */
export interface Steps {
  /** Another one whenever the router changed it. */
  at?: unknown;
  push: (search: string, state: StepState) => void;
  replace: (search: string, state: StepState) => void;
  /** What the present step was made with. */
  state: () => StepState | null;
}

export interface StepState {
  /** The address from which this step was made: to close what it opened is to go back there. */
  behind?: string | undefined;
}

const MESSAGE = 'message';
const SEARCH = 'search';

/** The place that the address names. */
export class AddressStore extends ExternalStore<Place> {
  /** A way back is not there yet; a step made meanwhile would be the one that is undone. */
  private isReturning = false;
  private readonly page = location.pathname;

  constructor(private readonly steps: Steps) {
    super(AddressStore.read());
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

  /** The channel with which the page begins, if its address names none: no step, for nobody made one. */
  readonly beginWith = (channelId: string): void =>
    this.go({ ...this.getSnapshot(), channelId, jump: null }, false);

  /** What the address says of the section and of a call is heard once: a reload goes to where one is then. */
  readonly takeSection = (): void => {
    const parameters = new URLSearchParams(location.search);
    if (!SECTION_PARAMETERS.some((name) => parameters.has(name))) return;
    sections.follow(parameters);
    this.write(false);
  };

  /** The address changed, perhaps by the back button. */
  readonly follow = (): void => {
    // The way out of this page says nothing about what is open in it.
    if (location.pathname !== this.page) return;
    const place = AddressStore.read();
    const current = this.getSnapshot();
    // A step that led nowhere else is no wish to see the same message once more.
    const isElsewhere = !isSamePlace(place, current);
    if (!this.isReturning) {
      if (isElsewhere) this.set(place);
      return;
    }
    this.isReturning = false;
    if (isElsewhere) this.write(place.channelId === null && current.channelId !== null);
  };

  private go(place: Place, isStep: boolean): void {
    this.set(place);
    if (!this.isReturning) this.write(isStep);
  }

  private write(isStep: boolean): void {
    const { channelId, jump, search } = this.getSnapshot();
    const url = new URL(location.href);
    put(url, CHANNEL, channelId);
    put(url, MESSAGE, messageOf(jump));
    put(url, SEARCH, search);
    for (const name of SECTION_PARAMETERS) url.searchParams.delete(name);
    const state = this.steps.state();
    if (isStep) {
      this.steps.push(url.search, { behind: location.search });
    } else if (isOver()) {
      // What lies over a conversation goes with it and takes its step back: the present one is behind that.
      this.isReturning = true;
    } else if (state?.behind === url.search) {
      // What this step opened is closed: one more step would make the next way back lead nowhere.
      this.isReturning = true;
      history.back();
    } else {
      this.steps.replace(url.search, { behind: state?.behind });
    }
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

/** Where nobody else looks after the history. */
const plainSteps: Steps = {
  push: (search, state) => history.pushState(state, '', search || location.pathname),
  replace: (search, state) => history.replaceState(state, '', search || location.pathname),
  state: () => history.state,
};

export function useAddress(steps: Steps = plainSteps): AddressStore {
  const [store] = useState(() => new AddressStore(steps));
  const { at } = steps;
  useEffect(() => followAddress(store), [store]);
  useEffect(() => {
    window.addEventListener('popstate', store.follow);
    return () => window.removeEventListener('popstate', store.follow);
  }, [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router says when there is something to follow
  useEffect(() => {
    store.follow();
    store.takeSection();
  }, [store, at]);
  return store;
}

export function useSelectionOf(store: AddressStore): Selection {
  const place = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return { ...place, select: store.select, searchFor: store.searchFor };
}
