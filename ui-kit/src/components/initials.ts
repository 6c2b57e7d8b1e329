/** Returns the first letters of the first and last word: "AS" for "Ana Maria de Souza". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words.at(-1)) : '';
  return (first + last).toLocaleUpperCase();
}

function firstLetter(word: string | undefined): string {
  // By code point, so that letters outside the basic plane stay whole.
  return word === undefined ? '' : ([...word][0] ?? '');
}

/** Number of colours in avatar.module.css. */
const HUES = 6;

export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % HUES;
}
