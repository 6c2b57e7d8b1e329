import type { Schemas } from 'ui-kit';
import { ExternalStore } from '../external-store';

export type Author = Schemas['AuthorResponse'];
/** Asks the server for people who are or were members of a channel. */
export type FetchAuthors = (channelId: string, userIds: readonly string[]) => Promise<readonly Author[]>;

/** People per request; the server accepts no more. */
const MAX_PEOPLE = 50;
const RETRY_INTERVAL_MS = 10_000;

/** Authors whom the channel list does not name, by channel: former members, and members beyond its limit. */
export class AuthorDirectory extends ExternalStore<ReadonlyMap<string, ReadonlyMap<string, Author>>> {
  private readonly fetchAuthors: FetchAuthors;
  /** Asked for or known, by channel. */
  private readonly requested = new Map<string, Set<string>>();
  /** Asked for and not sent yet, by channel. */
  private readonly waiting = new Map<string, string[]>();

  constructor(fetchAuthors: FetchAuthors) {
    super(new Map());
    this.fetchAuthors = fetchAuthors;
  }

  /** Looks an author up unless that was done. Rows may call it while they render: it changes nothing at once. */
  request(channelId: string, userId: string): void {
    const requested = this.requested.get(channelId) ?? new Set();
    if (requested.has(userId)) return;
    this.requested.set(channelId, requested.add(userId));
    const waiting = this.waiting.get(channelId);
    if (waiting) waiting.push(userId);
    else {
      this.waiting.set(channelId, [userId]);
      queueMicrotask(() => void this.load(channelId));
    }
  }

  private async load(channelId: string): Promise<void> {
    const userIds = this.waiting.get(channelId) ?? [];
    this.waiting.delete(channelId);
    for (let at = 0; at < userIds.length; at += MAX_PEOPLE) {
      const some = userIds.slice(at, at + MAX_PEOPLE);
      try {
        this.add(channelId, await this.fetchAuthors(channelId, some));
      } catch {
        setTimeout(() => this.retry(channelId, some), RETRY_INTERVAL_MS);
      }
    }
  }

  private add(channelId: string, authors: readonly Author[]): void {
    const known = new Map(this.getSnapshot().get(channelId));
    for (const author of authors) known.set(author.userId, author);
    this.set(new Map(this.getSnapshot()).set(channelId, known));
  }

  private retry(channelId: string, userIds: readonly string[]): void {
    for (const userId of userIds) {
      this.requested.get(channelId)?.delete(userId);
      this.request(channelId, userId);
    }
  }
}
