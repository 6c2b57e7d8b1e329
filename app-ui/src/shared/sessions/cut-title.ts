/** Cuts a title for a card after so many characters as people see them. */
export function cutTitle(title: string, most: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  return characters.length <= most ? title : `${characters.slice(0, most).join('').trimEnd()}…`;
}
