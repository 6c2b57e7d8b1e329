import { ExternalStore } from '../external-store';

/** Where a file is, for the next ten minutes. */
export interface Link {
  url: string | null;
  thumbnailUrl: string | null;
  linkedAt: number;
}

/** A file whose links may have to be made anew. */
export interface Linked extends Link {
  id: string;
}

export interface LinksOptions {
  mint(channelId: string, attachmentId: string): Promise<Omit<Link, 'linkedAt'>>;
  now(): number;
}

/** A minute less than they live: what is opened now must still load. */
const FRESH_MS = 9 * 60_000;

type State = ReadonlyMap<string, Link>;

/** The newest links of each file. A page that stays open for hours asks for new ones when it needs them. */
export class Links extends ExternalStore<State> {
  private readonly options: LinksOptions;
  private readonly asked = new Map<string, Promise<Link>>();

  constructor(options: LinksOptions) {
    super(new Map());
    this.options = options;
  }

  /** The newest link known. */
  of(file: Linked): Link {
    const known = this.getSnapshot().get(file.id);
    return known && known.linkedAt > file.linkedAt ? known : file;
  }

  isFresh({ linkedAt }: Link): boolean {
    return this.options.now() - linkedAt < FRESH_MS;
  }

  /** A link that can be opened now. */
  fresh(channelId: string, file: Linked): Promise<Link> {
    const known = this.of(file);
    return this.isFresh(known) ? Promise.resolve(known) : this.renew(channelId, file.id);
  }

  /** A new link, whatever the old one is worth. Who asks while one is on its way shares it. */
  renew(channelId: string, id: string): Promise<Link> {
    const underWay = this.asked.get(id);
    if (underWay) return underWay;
    const asked = this.options
      .mint(channelId, id)
      .then((minted) => {
        const link = { ...minted, linkedAt: this.options.now() };
        this.set(new Map(this.getSnapshot()).set(id, link));
        return link;
      })
      .finally(() => this.asked.delete(id));
    this.asked.set(id, asked);
    return asked;
  }
}
