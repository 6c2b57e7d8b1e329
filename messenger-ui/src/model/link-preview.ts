import { ExternalStore } from '../external-store';
import { parseMarkup } from './markup';

/** A web page in a few words. */
export interface LinkPreview {
  title: string;
  description: string;
  /** The address of its picture, on our own server. */
  image: string | null;
  url: string;
}

/** What a message says of its first link. */
export interface AttachedLink {
  link: string;
  /** What it will look like, if that is known already. */
  preview: LinkPreview | null;
}

export interface FinderState {
  /** The first link of the text, unless the person does not want it shown. */
  link: string | null;
  /** Null while it is looked up, and where there is nothing to show. */
  preview: LinkPreview | null;
  isLoading: boolean;
}

const NOTHING: FinderState = { link: null, preview: null, isLoading: false };
const AFTER_TYPING_MS = 700;
/** A link that takes the place of one that was looked up is usually still being written. */
const AFTER_CHANGE_MS = 2_000;

/** The first http(s) link in the text of a message. The server finds the same one. */
export function firstLink(markup: string): string | null {
  const link = parseMarkup(markup).find((segment) => segment.kind === 'link');
  return link?.href ?? null;
}

/** Follows what is being written and looks its first link up once it stays the same. */
export class LinkFinder extends ExternalStore<FinderState> {
  private readonly fetch: (link: string, signal: AbortSignal) => Promise<LinkPreview>;
  /** What was looked up while this message is written; null where there was nothing. */
  private readonly known = new Map<string, LinkPreview | null>();
  private readonly dismissed = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private delay = AFTER_TYPING_MS;
  private lookUp: AbortController | null = null;

  constructor(fetch: (link: string, signal: AbortSignal) => Promise<LinkPreview>) {
    super(NOTHING);
    this.fetch = fetch;
  }

  /** The text changed. */
  write(markup: string): void {
    const link = firstLink(markup);
    const before = this.getSnapshot().link;
    if (link === null || this.dismissed.has(link)) {
      this.forget();
    } else if (this.known.has(link)) {
      this.cancel();
      this.show(link);
    } else if (link !== before || this.timer !== undefined) {
      // Without a timer the link before was looked up, or is just now.
      if (this.timer === undefined) this.delay = before === null ? AFTER_TYPING_MS : AFTER_CHANGE_MS;
      this.cancel();
      this.set({ link, preview: null, isLoading: false });
      this.timer = setTimeout(() => void this.look(link), this.delay);
    }
  }

  /** The person does not want this link shown; it stays so while the message is written. */
  dismiss(): void {
    const { link } = this.getSnapshot();
    if (link !== null) this.dismissed.add(link);
    this.forget();
  }

  /** The message leaves: what it says of its link, and the next one begins without a memory. */
  take(markup: string): AttachedLink | null {
    const link = firstLink(markup);
    const isWanted = link !== null && !this.dismissed.has(link);
    const taken = isWanted ? { link, preview: this.known.get(link) ?? null } : null;
    this.stop();
    this.dismissed.clear();
    return taken;
  }

  stop(): void {
    this.forget();
  }

  private async look(link: string): Promise<void> {
    this.timer = undefined;
    const lookUp = new AbortController();
    this.lookUp = lookUp;
    this.set({ link, preview: null, isLoading: true });
    // Whatever stands in the way, the message can go without.
    const preview = await this.fetch(link, lookUp.signal).catch(() => null);
    if (lookUp.signal.aborted) return;
    this.lookUp = null;
    this.known.set(link, preview);
    this.show(link);
  }

  private show(link: string): void {
    this.set({ link, preview: this.known.get(link) ?? null, isLoading: false });
  }

  private forget(): void {
    this.cancel();
    if (this.getSnapshot() !== NOTHING) this.set(NOTHING);
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lookUp?.abort();
    this.lookUp = null;
  }
}
