import { fold } from '../../model/fold';

/** An item that can be found by name and keywords. */
export interface Findable {
  /** Shortcode. */
  id?: string;
  name: string;
  keywords: readonly string[];
}

interface Entry<Item> {
  item: Item;
  name: string;
  words: readonly string[];
}

/** Creates a search: every word of the query must be a prefix of a word of the item; names rank before keywords. */
export function searchIn<Item extends Findable>(
  items: readonly Item[],
): (query: string, limit: number) => Item[] {
  const entries = items.map(
    (item): Entry<Item> => ({ item, name: fold(item.name), words: wordsOf([item.name, ...item.keywords]) }),
  );
  return (query, limit) => {
    const wanted = wordsOf([query]);
    if (wanted.length === 0) return [];
    return entries
      .filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))))
      .map((entry) => ({ entry, rank: rankOf(entry, wanted.join(' ')) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ entry }) => entry.item);
  };
}

function rankOf({ item, name, words }: Entry<Findable>, query: string): number {
  if (name === query || item.id === query) return 0;
  if (words.includes(query)) return name.includes(query) ? 1 : 2;
  return name.startsWith(query) ? 3 : 4;
}

/** Splits texts into words; keeps emoticons such as `:)` and `+1`. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => fold(text).split(/[\s_–-]+(?=[\p{L}\p{N}])|\s+/u)).filter((word) => word !== '');
