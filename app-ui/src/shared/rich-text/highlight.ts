export interface HighlightSegment {
  text: string;
  isHit: boolean;
}

/** Returns a letter without case, accents and vowel signs, for comparison. */
const fold = (letter: string): string => letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the words of a query, folded for comparison. */
export function wordsOf(query: string): string[] {
  return query
    .split(/\s+/)
    .map((word) => [...word].map(fold).join(''))
    .filter((word) => word !== '');
}

/** Whether the text contains every word. */
export function matchesAll(text: string, words: readonly string[]): boolean {
  const folded = [...text].map(fold).join('');
  return words.every((word) => folded.includes(word));
}

/**
 * Splits a text at the borders of the searched words. Folding may change lengths, so each letter keeps its offset.
 */
export function highlight(text: string, words: readonly string[]): HighlightSegment[] {
  const letters = [...text];
  const folded = letters.map(fold);
  const starts: number[] = [];
  let length = 0;
  for (const letter of folded) {
    starts.push(length);
    length += letter.length;
  }
  const line = folded.join('');
  const hits = letters.map(() => false);
  for (const word of words) {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      for (const [index, start] of starts.entries()) {
        if (start >= at && start < at + word.length) hits[index] = true;
      }
    }
  }
  const pieces: HighlightSegment[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1);
    const isHit = hits[index] ?? false;
    if (last?.isHit === isHit) last.text += letter;
    else pieces.push({ text: letter, isHit });
  }
  return pieces;
}
