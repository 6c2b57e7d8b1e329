import json, { type EmojiMartData } from '@emoji-mart/data';
import { FrequentlyUsed, init, Store } from 'emoji-mart';
import { loadLocalNames } from './local-names';
import { type Findable, searchIn } from './search';

export interface Emoji extends Findable {
  id: string;
  /** The characters by skin tone, the neutral one first. Most emoji have that one only. */
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

/** Every emoji this device can draw, with names in the language of the page. */
export interface EmojiCatalogue {
  groups: readonly EmojiGroup[];
  /** What this person uses most on this device; what people like in general until that is known. */
  frequent(): EmojiGroup;
  search(query: string): readonly Emoji[];
}

/** A JSON file, whatever its types say of its exports. The library adds to it and takes away. */
const data = json as unknown as EmojiMartData;

const FREQUENT = { maxFrequentRows: 2, perLine: 9 };
const MOST_RESULTS = 90;

export async function loadCatalogue(language: string): Promise<EmojiCatalogue> {
  // Given its data the library fetches nothing. It leaves out what the device cannot draw.
  const [, localName] = await Promise.all([init({ data, ...FREQUENT }), loadLocalNames(language)]);
  const known = new Map<string, Emoji>();
  for (const { id, name, keywords, emoticons = [], skins } of Object.values(data.emojis)) {
    const natives = skins.map((skin) => skin.native);
    const local = localName(natives[0] ?? '');
    // Whoever writes in another language often knows the English word too.
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
    search: (query) => search(query, MOST_RESULTS),
  };
}

/** The library's types give this function a name it does not have. */
const counts = FrequentlyUsed as unknown as { get(options: typeof FREQUENT): string[] };

export function countUse(emoji: Emoji): void {
  FrequentlyUsed.add({ id: emoji.id });
}

/** 1 is the neutral tone, 6 the darkest. Remembered on this device. */
export function preferredTone(): number {
  const tone = Number(Store.get('skin'));
  return tone >= 1 && tone <= 6 ? tone : 1;
}

export function preferTone(tone: number): void {
  Store.set('skin', String(tone));
}

export const inTone = ({ skins }: Emoji, tone: number): string => skins[tone - 1] ?? skins[0] ?? '';
