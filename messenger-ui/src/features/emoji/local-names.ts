/** What an emoji is called in one language. */
export interface LocalName {
  name: string;
  keywords: readonly string[];
}

/** Looks an emoji up by its characters; undefined where the language has no word for it. */
export type LocalNames = (native: string) => LocalName | undefined;

type Table = Record<string, { default?: readonly string[]; tts?: readonly string[] }>;

const TABLES: Record<string, () => Promise<Table>> = {
  de: async () =>
    (await import('cldr-annotations-full/annotations/de/annotations.json')).default.annotations.annotations,
  ar: async () =>
    (await import('cldr-annotations-full/annotations/ar/annotations.json')).default.annotations.annotations,
};

/** English is in the data itself; every other language brings a table of its own, fetched when it is needed. */
export async function loadLocalNames(language: string): Promise<LocalNames> {
  const table = await TABLES[language]?.();
  if (!table) return () => undefined;
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  return (native) => {
    const region = regionOfFlag(native);
    if (region !== null) return { name: regions.of(region) ?? region, keywords: [] };
    // The table leaves out the mark that asks for colour.
    const entry = table[native.replaceAll('\ufe0f', '')];
    const name = entry?.tts?.[0];
    return name === undefined ? undefined : { name, keywords: entry?.default ?? [] };
  };
}

const FIRST_INDICATOR = 0x1f1e6;
const FIRST_LETTER = 0x41;

/** A flag is the two letters of its country, written in letters of their own. */
function regionOfFlag(native: string): string | null {
  if (!/^\p{Regional_Indicator}{2}$/u.test(native)) return null;
  return [...native]
    .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - FIRST_INDICATOR + FIRST_LETTER))
    .join('');
}
