import json, { type EmojiMartData } from '@emoji-mart/data';
import { FrequentlyUsed, init, Store } from 'emoji-mart';
import { loadLocalNames } from './local-names';
import { type Findable, searchIn } from './search';

export interface Emoji extends Findable {
  id: string;
  /** Characters by skin tone, neutral first. Most emoji have only the neutral one. */
  skins: readonly string[];
}

const STANDARD_GROUPS = [
  'people',
  'nature',
  'foods',
  'activity',
  'places',
  'objects',
  'symbols',
  'flags',
] as const;

export type GroupId = 'frequent' | (typeof STANDARD_GROUPS)[number];

export interface EmojiGroup {
  id: GroupId;
  emojis: readonly Emoji[];
}

/** The emoji that this device can render, with names in the language of the page. */
export interface EmojiCatalogue {
  groups: readonly EmojiGroup[];
  /** The most used emoji on this device; generally popular ones until usage is known. */
  frequent(): EmojiGroup;
  search(query: string): readonly Emoji[];
}

/** A JSON file with wrong export types. The library mutates it. */
const data = json as unknown as EmojiMartData;

const FREQUENT = { maxFrequentRows: 2, perLine: 9 };
const MAX_RESULTS = 90;

export async function loadCatalogue(language: string): Promise<EmojiCatalogue> {
  // With data passed in, the library makes no requests. It drops emoji that the device cannot render.
  const [, localName] = await Promise.all([init({ data, ...FREQUENT }), loadLocalNames(language)]);
  const known = new Map<string, Emoji>();
  for (const { id, name, keywords, emoticons = [], skins } of Object.values(data.emojis)) {
    const natives = skins.map((skin) => skin.native);
    const local = localName(natives[0] ?? '');
    // English words work in every language.
    const others = [name, ...keywords, ...emoticons, id, ...natives];
    known.set(id, {
      id,
      name: local?.name ?? name,
      keywords: [...(local?.keywords ?? []), ...others],
      skins: natives,
    });
  }
  const pick = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  const groups = STANDARD_GROUPS.map((id) => ({
    id,
    emojis: pick(data.categories.find((category) => category.id === id)?.emojis ?? []),
  }));
  const search = searchIn(groups.flatMap(({ emojis }) => emojis));
  return {
    groups,
    frequent: () => ({ id: 'frequent', emojis: pick(counts.get(FREQUENT)) }),
    search: (query) => search(query, MAX_RESULTS),
  };
}

/** The library's types name this function differently. */
const counts = FrequentlyUsed as unknown as { get(options: typeof FREQUENT): string[] };

export function recordUse(emoji: Emoji): void {
  FrequentlyUsed.add({ id: emoji.id });
}

/** Returns the preferred skin tone on this device: 1 (neutral) to 6 (darkest). */
export function preferredTone(): number {
  const tone = Number(Store.get('skin'));
  return tone >= 1 && tone <= 6 ? tone : 1;
}

export function savePreferredTone(tone: number): void {
  Store.set('skin', String(tone));
}

export const withSkinTone = ({ skins }: Emoji, tone: number): string => skins[tone - 1] ?? skins[0] ?? '';
