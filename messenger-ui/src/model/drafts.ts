import { ExternalStore } from '../external-store';
import { type Composition, EMPTY_COMPOSITION, type MentionRange } from './compose';
import { DRAFT_PREFIX } from './forget-drafts';
import { type KeyValueStorage, readRecord } from './storage';

/** Unsent text per channel. Each change is stored at once, so that a crash loses nothing. */
export class DraftStore extends ExternalStore<ReadonlyMap<string, Composition>> {
  private readonly storage: KeyValueStorage;
  private readonly prefix: string;

  constructor(storage: KeyValueStorage, personId: string) {
    const prefix = `${DRAFT_PREFIX}${personId}.`;
    const kept = storage.keys().filter((key) => key.startsWith(prefix));
    super(new Map(kept.map((key) => [key.slice(prefix.length), parse(storage.get(key))])));
    this.storage = storage;
    this.prefix = prefix;
  }

  get(channelId: string): Composition {
    return this.getSnapshot().get(channelId) ?? EMPTY_COMPOSITION;
  }

  save(channelId: string, composition: Composition): void {
    const next = new Map(this.getSnapshot());
    if (composition.text === '') {
      next.delete(channelId);
      this.storage.remove(this.prefix + channelId);
    } else {
      next.set(channelId, composition);
      this.storage.set(this.prefix + channelId, JSON.stringify(composition));
    }
    this.set(next);
  }
}

function parse(stored: string | null): Composition {
  const record = readRecord(stored);
  if (typeof record?.text !== 'string') return EMPTY_COMPOSITION;
  const { text, mentions } = record;
  const ranges = Array.isArray(mentions) ? mentions.filter((range) => isRange(range, text)) : [];
  return { text, mentions: ranges };
}

function isRange(value: unknown, text: string): value is MentionRange {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, name, userId } = value as Record<string, unknown>;
  return (
    typeof start === 'number' &&
    typeof end === 'number' &&
    typeof userId === 'string' &&
    text.slice(start, end) === `@${name}`
  );
}
