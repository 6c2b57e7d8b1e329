import { ExternalStore } from '../external-store';
import { parseMarkup } from './markup';

/** The preview of a web page. */
export interface LinkPreview {
  title: string;
  description: string;
  /** The address of its image on our server. */
  image: string | null;
  url: string;
}

/** The link that a message previews. */
export interface AttachedLink {
  link: string;
  /** Its preview, if already fetched. */
  preview: LinkPreview | null;
}

export interface FinderState {
  /** The first link of the text, unless dismissed. */
  link: string | null;
  /** Null during the fetch and for pages without a preview. */
  preview: LinkPreview | null;
  isLoading: boolean;
}

const NOTHING: FinderState = { link: null, preview: null, isLoading: false };
const FETCH_DELAY_MS = 700;
/** A link that replaces a fetched one is usually still being typed. */
const REPLACEMENT_DELAY_MS = 2_000;

/** Returns the first http(s) link of a message, the same one that the server finds. */
export function firstLink(markup: string): string | null {
  const link = parseMarkup(markup).find((segment) => segment.kind === 'link');
  return link?.href ?? null;
}

/** Watches the composer and fetches the preview of its first link after typing pauses. */
export class LinkFinder extends ExternalStore<FinderState> {
  private readonly fetch: (link: string, signal: AbortSignal) => Promise<LinkPreview>;
  /** Previews fetched for this message; null where a page has none. */
  private readonly known = new Map<string, LinkPreview | null>();
  private readonly dismissed = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private delay = FETCH_DELAY_MS;
  private pendingFetch: AbortController | null = null;

  constructor(fetch: (link: string, signal: AbortSignal) => Promise<LinkPreview>) {
    super(NOTHING);
    this.fetch = fetch;
  }

  /** Handles a change of the text. */
  textChanged(markup: string): void {
    const link = firstLink(markup);
    const before = this.getSnapshot().link;
    if (link === null || this.dismissed.has(link)) {
      this.reset();
    } else if (this.known.has(link)) {
      this.cancel();
      this.show(link);
    } else if (link !== before || this.timer !== undefined) {
      // Without a timer the previous link has been fetched or is being fetched.
      if (this.timer === undefined) this.delay = before === null ? FETCH_DELAY_MS : REPLACEMENT_DELAY_MS;
      this.cancel();
      this.set({ link, preview: null, isLoading: false });
      this.timer = setTimeout(() => void this.fetchPreview(link), this.delay);
    }
  }

  /** Hides the preview of this link for the rest of the message. */
  dismiss(): void {
    const { link } = this.getSnapshot();
    if (link !== null) this.dismissed.add(link);
    this.reset();
  }

  /** Returns the link of the sent message and resets for the next one. */
  takeLink(markup: string): AttachedLink | null {
    const link = firstLink(markup);
    const isWanted = link !== null && !this.dismissed.has(link);
    const taken = isWanted ? { link, preview: this.known.get(link) ?? null } : null;
    this.stop();
    this.dismissed.clear();
    return taken;
  }

  stop(): void {
    this.reset();
  }

  private async fetchPreview(link: string): Promise<void> {
    this.timer = undefined;
    const lookUp = new AbortController();
    this.pendingFetch = lookUp;
    this.set({ link, preview: null, isLoading: true });
    // A preview is optional: errors do not stop the message.
    const preview = await this.fetch(link, lookUp.signal).catch(() => null);
    if (lookUp.signal.aborted) return;
    this.pendingFetch = null;
    this.known.set(link, preview);
    this.show(link);
  }

  private show(link: string): void {
    this.set({ link, preview: this.known.get(link) ?? null, isLoading: false });
  }

  private reset(): void {
    this.cancel();
    if (this.getSnapshot() !== NOTHING) this.set(NOTHING);
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pendingFetch?.abort();
    this.pendingFetch = null;
  }
}
