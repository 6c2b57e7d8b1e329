import { useEffect, useState, useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import type { JumpTarget } from '../model/timeline';
import { hasOverlayEntry } from './overlay-history';
import { SECTION_PARAMETERS, sections } from './sections';
import { bindAddress, CHANNEL, type Selection, type SelectionState } from './selection';

/** How the page changes its address: by its router, if it has one. */
export interface NavigationAdapter {
  /** Changes with every navigation of the router. */
  at?: unknown;
  push: (search: string, state: NavigationState) => void;
  replace: (search: string, state: NavigationState) => void;
  /** The state of the current history entry. */
  state: () => NavigationState | null;
}

export interface NavigationState {
  /** The previous address: closing what this entry opened goes back to it. */
  behind?: string | undefined;
}

const MESSAGE = 'message';
const SEARCH = 'search';

/** The selection that the address holds. */
export class UrlSelectionStore extends ExternalStore<SelectionState> {
  /** `history.back()` is asynchronous; an entry pushed meanwhile would be the one removed. */
  private isGoingBack = false;
  private readonly page = location.pathname;

  constructor(private readonly navigation: NavigationAdapter) {
    super(UrlSelectionStore.read());
  }

  readonly select = (channelId: string | null, jump: JumpTarget | null = null): void => {
    const before = this.getSnapshot().channelId;
    if (channelId === before && jump === null) return;
    // Changing the channel replaces the entry: on a phone back always leads to the list.
    this.navigate({ ...this.getSnapshot(), channelId, jump }, before === null);
  };

  /** A search adds a history entry, so that back ends it; another search replaces it. */
  readonly searchFor = (search: string | null, channelId = this.getSnapshot().channelId): void => {
    const before = this.getSnapshot();
    const isSameChannel = channelId === before.channelId;
    if (search === before.search && isSameChannel) return;
    const isStep = before.search === null || (before.channelId !== null && channelId === null);
    this.navigate({ channelId, jump: isSameChannel ? before.jump : null, search }, isStep);
  };

  /** Opens an initial channel without a history entry. */
  readonly openInitially = (channelId: string): void =>
    this.navigate({ ...this.getSnapshot(), channelId, jump: null }, false);

  /** Applies and removes the section parameters, so that a reload does not repeat them. */
  readonly consumeSectionParameters = (): void => {
    const parameters = new URLSearchParams(location.search);
    if (!SECTION_PARAMETERS.some((name) => parameters.has(name))) return;
    sections.applyParameters(parameters);
    this.write(false);
  };

  /** Follows a change of the address, for example by the back button. */
  readonly addressChanged = (): void => {
    // Leaving the page does not change the selection.
    if (location.pathname !== this.page) return;
    const selection = UrlSelectionStore.read();
    const current = this.getSnapshot();
    // An unchanged address must not jump to the same message again.
    const isElsewhere = !isSameSelection(selection, current);
    if (!this.isGoingBack) {
      if (isElsewhere) this.set(selection);
      return;
    }
    this.isGoingBack = false;
    if (isElsewhere) this.write(selection.channelId === null && current.channelId !== null);
  };

  private navigate(selection: SelectionState, isStep: boolean): void {
    this.set(selection);
    if (!this.isGoingBack) this.write(isStep);
  }

  private write(isStep: boolean): void {
    const { channelId, jump, search } = this.getSnapshot();
    const url = new URL(location.href);
    setParameter(url, CHANNEL, channelId);
    setParameter(url, MESSAGE, messageOf(jump));
    setParameter(url, SEARCH, search);
    for (const name of SECTION_PARAMETERS) url.searchParams.delete(name);
    const state = this.navigation.state();
    if (isStep) {
      this.navigation.push(url.search, { behind: location.search });
    } else if (hasOverlayEntry()) {
      // An open overlay closes with the channel and removes its own entry first.
      this.isGoingBack = true;
    } else if (state?.behind === url.search) {
      // Closing goes back, because another entry would make the next back lead nowhere.
      this.isGoingBack = true;
      history.back();
    } else {
      this.navigation.replace(url.search, { behind: state?.behind });
    }
  }

  private static read(): SelectionState {
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

const isSameSelection = (one: SelectionState, other: SelectionState): boolean =>
  one.channelId === other.channelId &&
  one.search === other.search &&
  messageOf(one.jump) === messageOf(other.jump);

function setParameter(url: URL, name: string, value: string | null): void {
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
}

/** For pages without a router. */
const browserHistory: NavigationAdapter = {
  push: (search, state) => history.pushState(state, '', search || location.pathname),
  replace: (search, state) => history.replaceState(state, '', search || location.pathname),
  state: () => history.state,
};

export function useUrlSelection(navigation: NavigationAdapter = browserHistory): UrlSelectionStore {
  const [store] = useState(() => new UrlSelectionStore(navigation));
  const { at } = navigation;
  useEffect(() => bindAddress(store), [store]);
  useEffect(() => {
    window.addEventListener('popstate', store.addressChanged);
    return () => window.removeEventListener('popstate', store.addressChanged);
  }, [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router says when there is something to follow
  useEffect(() => {
    store.addressChanged();
    store.consumeSectionParameters();
  }, [store, at]);
  return store;
}

export function useSelectionOf(store: UrlSelectionStore): Selection {
  const selection = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return { ...selection, select: store.select, searchFor: store.searchFor };
}
