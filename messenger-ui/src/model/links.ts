import { ExternalStore } from '../external-store';

/** Signed links to a file, valid for ten minutes. */
export interface Link {
  url: string | null;
  thumbnailUrl: string | null;
  linkedAt: number;
}

/** A file with links that may need renewal. */
export interface Linked extends Link {
  id: string;
}

export interface LinksOptions {
  createLink(channelId: string, attachmentId: string): Promise<Omit<Link, 'linkedAt'>>;
  now(): number;
}

/** One minute less than their lifetime: a link opened now must still load. */
const FRESH_MS = 9 * 60_000;

type State = ReadonlyMap<string, Link>;

/** Keeps the newest links of each file. A page that stays open for hours renews them on demand. */
export class Links extends ExternalStore<State> {
  private readonly options: LinksOptions;
  private readonly pending = new Map<string, Promise<Link>>();

  constructor(options: LinksOptions) {
    super(new Map());
    this.options = options;
  }

  /** Returns the newest known links. */
  of(file: Linked): Link {
    const known = this.getSnapshot().get(file.id);
    return known && known.linkedAt > file.linkedAt ? known : file;
  }

  isFresh({ linkedAt }: Link): boolean {
    return this.options.now() - linkedAt < FRESH_MS;
  }

  /** Returns links that are valid now. */
  fresh(channelId: string, file: Linked): Promise<Link> {
    const known = this.of(file);
    return this.isFresh(known) ? Promise.resolve(known) : this.renew(channelId, file.id);
  }

  /** Requests new links. Concurrent requests for the same file share one call. */
  renew(channelId: string, id: string): Promise<Link> {
    const underWay = this.pending.get(id);
    if (underWay) return underWay;
    const pending = this.options
      .createLink(channelId, id)
      .then((minted) => {
        const link = { ...minted, linkedAt: this.options.now() };
        this.set(new Map(this.getSnapshot()).set(id, link));
        return link;
      })
      .finally(() => this.pending.delete(id));
    this.pending.set(id, pending);
    return pending;
  }
}
