/** Name and keywords of an emoji in one language. */
export interface LocalName {
  name: string;
  keywords: readonly string[];
}

/** Returns the name of an emoji by its characters, if the language has one. */
export type LocalNames = (native: string) => LocalName | undefined;

type Table = Record<string, { default?: readonly string[]; tts?: readonly string[] }>;

const TABLES: Record<string, () => Promise<Table>> = {
  de: async () =>
    (await import('cldr-annotations-full/annotations/de/annotations.json')).default.annotations.annotations,
  ar: async () =>
    (await import('cldr-annotations-full/annotations/ar/annotations.json')).default.annotations.annotations,
};

/** Loads the names of a language. English names are part of the emoji data. */
export async function loadLocalNames(language: string): Promise<LocalNames> {
  const table = await TABLES[language]?.();
  if (!table) return () => undefined;
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  return (native) => {
    const region = regionOfFlag(native);
    if (region !== null) return { name: regions.of(region) ?? region, keywords: [] };
    // The table omits the variation selector.
    const entry = table[native.replaceAll('\ufe0f', '')];
    const name = entry?.tts?.[0];
    return name === undefined ? undefined : { name, keywords: entry?.default ?? [] };
  };
}

const FIRST_INDICATOR = 0x1f1e6;
const FIRST_LETTER = 0x41;

/** Returns the country code of a flag, which consists of two regional indicators. */
function regionOfFlag(native: string): string | null {
  if (!/^\p{Regional_Indicator}{2}$/u.test(native)) return null;
  return [...native]
    .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - FIRST_INDICATOR + FIRST_LETTER))
    .join('');
}
