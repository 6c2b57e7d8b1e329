import type { ChatMessage } from './message';

/** The next older page; the anchor keeps pages stable while messages arrive. */
export interface OlderCursor {
  page: number;
  anchor: number;
}

export type Arrival = 'appended' | 'known' | 'gap';

/**
 * One window of a channel's history, ascending by `seq`, open at its newer end. Messages that arrive too early wait for
 * those before them.
 */
export class MessageWindow {
  private list: readonly ChatMessage[] = [];
  private readonly early = new Map<number, ChatMessage>();
  private cursor: OlderCursor | null = null;
  private hasPage = false;

  get messages(): readonly ChatMessage[] {
    return this.list;
  }

  get older(): OlderCursor | null {
    return this.cursor;
  }

  /** False until the first page has arrived, which may be empty. */
  get isLoaded(): boolean {
    return this.hasPage;
  }

  get newest(): ChatMessage | undefined {
    return this.list.at(-1);
  }

  /** False while known messages are missing. */
  get isLatest(): boolean {
    return this.hasPage && this.early.size === 0;
  }

  /** Adds the newest page. It extends the window if they touch, otherwise it replaces it. */
  addNewest(page: readonly ChatMessage[], older: OlderCursor | null): void {
    const sorted = ascending(page);
    const first = sorted[0];
    const touches = this.newest !== undefined && first !== undefined && first.seq <= this.newest.seq + 1;
    if (this.hasPage && (touches || first === undefined)) {
      for (const message of sorted) this.add(message);
    } else {
      this.list = sorted;
      this.cursor = older;
      this.hasPage = true;
    }
    this.appendConsecutive();
  }

  addOlder(page: readonly ChatMessage[], older: OlderCursor | null): void {
    const lowest = this.list[0]?.seq ?? Number.POSITIVE_INFINITY;
    this.list = [...ascending(page).filter((message) => message.seq < lowest), ...this.list];
    this.cursor = older;
  }

  /** Adds a new or missed message; `gap` if messages before it are missing. */
  add(message: ChatMessage): Arrival {
    const newest = this.newest?.seq ?? 0;
    if (this.hasPage && message.seq <= newest) return 'known';
    if (!this.hasPage || message.seq > newest + 1) {
      this.early.set(message.seq, message);
      return this.hasPage ? 'gap' : 'appended';
    }
    this.list = [...this.list, message];
    this.appendConsecutive();
    return 'appended';
  }

  clear(): void {
    this.list = [];
    this.early.clear();
    this.cursor = null;
    this.hasPage = false;
  }

  private appendConsecutive(): void {
    const newest = this.newest?.seq ?? 0;
    for (const seq of this.early.keys()) if (seq <= newest) this.early.delete(seq);
    const run: ChatMessage[] = [];
    for (let seq = newest + 1; ; seq++) {
      const next = this.early.get(seq);
      if (!next) break;
      this.early.delete(seq);
      run.push(next);
    }
    if (run.length > 0) this.list = [...this.list, ...run];
  }
}

function ascending(page: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map(page.map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
