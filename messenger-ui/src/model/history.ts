import type { ChatMessage } from './message';

/** Where the next older page is; the anchor keeps pages in place while messages arrive. */
export interface OlderCursor {
  page: number;
  anchor: number;
}

export type Arrival = 'appended' | 'known' | 'gap';

/**
 * One window of a channel's history, ascending by `seq`, open at its newer end. What arrives ahead of its turn waits
 * until the messages before it have come.
 */
export class History {
  private list: readonly ChatMessage[] = [];
  private readonly ahead = new Map<number, ChatMessage>();
  private cursor: OlderCursor | null = null;
  private hasPage = false;

  get messages(): readonly ChatMessage[] {
    return this.list;
  }

  get older(): OlderCursor | null {
    return this.cursor;
  }

  /** False until the first page has come, which may be an empty one. */
  get isLoaded(): boolean {
    return this.hasPage;
  }

  get newest(): ChatMessage | undefined {
    return this.list.at(-1);
  }

  /** False while messages are known to exist that the window lacks. */
  get isLatest(): boolean {
    return this.hasPage && this.ahead.size === 0;
  }

  /** The newest page. It joins the window where it touches it and replaces it where history is missing between. */
  putNewest(page: readonly ChatMessage[], older: OlderCursor | null): void {
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
    this.absorb();
  }

  putOlder(page: readonly ChatMessage[], older: OlderCursor | null): void {
    const lowest = this.list[0]?.seq ?? Number.POSITIVE_INFINITY;
    this.list = [...ascending(page).filter((message) => message.seq < lowest), ...this.list];
    this.cursor = older;
  }

  /** A message that was just written or was missed; `gap` if others are missing before it. */
  add(message: ChatMessage): Arrival {
    const newest = this.newest?.seq ?? 0;
    if (this.hasPage && message.seq <= newest) return 'known';
    if (!this.hasPage || message.seq > newest + 1) {
      this.ahead.set(message.seq, message);
      return this.hasPage ? 'gap' : 'appended';
    }
    this.list = [...this.list, message];
    this.absorb();
    return 'appended';
  }

  clear(): void {
    this.list = [];
    this.ahead.clear();
    this.cursor = null;
    this.hasPage = false;
  }

  private absorb(): void {
    const newest = this.newest?.seq ?? 0;
    for (const seq of this.ahead.keys()) if (seq <= newest) this.ahead.delete(seq);
    const run: ChatMessage[] = [];
    for (let seq = newest + 1; ; seq++) {
      const next = this.ahead.get(seq);
      if (!next) break;
      this.ahead.delete(seq);
      run.push(next);
    }
    if (run.length > 0) this.list = [...this.list, ...run];
  }
}

function ascending(page: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map(page.map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
