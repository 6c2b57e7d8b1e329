export interface Piece {
  text: string;
  isHit: boolean;
}

/** One letter as it is compared: without case, accents and vowel signs. */
const fold = (letter: string): string => letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search, as they are compared. */
export function wordsOf(query: string): string[] {
  return query
    .split(/\s+/)
    .map((word) => [...word].map(fold).join(''))
    .filter((word) => word !== '');
}

/** Whether every word is somewhere in the text. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const folded = [...text].map(fold).join('');
  return words.every((word) => folded.includes(word));
}

/** Cuts a text where a searched word begins or ends. Folding may change lengths, so each letter knows its own place. */
export function highlight(text: string, words: readonly string[]): Piece[] {
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
  const pieces: Piece[] = [];
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1);
    const isHit = hits[index] ?? false;
    if (last?.isHit === isHit) last.text += letter;
    else pieces.push({ text: letter, isHit });
  }
  return pieces;
}
