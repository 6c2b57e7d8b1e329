/**
 * Folds text for search: case and accents do not count. The server finds matches with its own folding
 * (the crate text-fold); this one highlights them and finds loaded people.
 */
const SPELLED: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  '’': "'",
  '‘': "'",
};
const IGNORED = /[\p{M}\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

function foldLetter(letter: string): string {
  const plain = letter.normalize('NFKD').replace(IGNORED, '').toLowerCase().replace(IGNORED, '');
  return [...plain].map((part) => SPELLED[part] ?? part).join('');
}

export const fold = (text: string): string => [...text].map(foldLetter).join('');

export const wordsOf = (query: string): string[] => [
  ...new Set(
    fold(query)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];

/** Returns where the words occur: ordered ranges that do not overlap. */
export function matchesIn(text: string, words: readonly string[]): { start: number; end: number }[] {
  let folded = '';
  /** The offset in the original text for each offset of the folded text. */
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    const piece = foldLetter(letter);
    for (let i = 0; i < piece.length; i++) origin.push(at);
    folded += piece;
    at += letter.length;
  }
  origin.push(text.length);
  const found: { start: number; end: number }[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      const start = origin[from] ?? 0;
      found.push({ start, end: endOf(text, origin, from + word.length, start) });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, i) => found.slice(0, i).every((other) => other.end <= start));
}

/** Includes combining accents, and the whole of a letter that folds to two. */
function endOf(text: string, origin: readonly number[], place: number, start: number): number {
  const last = origin[place - 1] ?? start;
  return origin.find((letter) => letter > last) ?? text.length;
}
