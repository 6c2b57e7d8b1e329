/** A segment of a displayed message. React escapes the texts; only `link` becomes an address. */
export type Segment =
  | { kind: 'text'; text: string }
  | { kind: 'mention'; name: string; userId: string }
  | { kind: 'link'; text: string; href: string };

/** `@[Name](user_id)`: a name has no brackets or line breaks, an id neither brackets nor spaces. */
export const MENTION = /@\[([^[\]\n]{1,200})\]\(([^()\s]{1,100})\)/gu;
export const LINK = /\bhttps?:\/\/[^\s<>"]+/giu;
/** Punctuation and the markers of formatting. */
const TRAILING = /[.,:;!?'"»”’*_`]+$/u;

export function parseMarkup(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    segments.push(...parseLinks(text.slice(end, match.index)));
    segments.push({ kind: 'mention', name: match[1] ?? '', userId: match[2] ?? '' });
    end = match.index + match[0].length;
  }
  segments.push(...parseLinks(text.slice(end)));
  return segments;
}

export const mentions = (text: string, userId: string): boolean =>
  [...text.matchAll(MENTION)].some((match) => match[2] === userId);

const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s){1,24}$/u;

export const isEmojiOnly = (text: string): boolean => EMOJI_ONLY.test(text) && /\S/u.test(text);

function parseLinks(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  const pushText = (piece: string) => {
    if (piece !== '') segments.push({ kind: 'text', text: piece });
  };
  for (const match of text.matchAll(LINK)) {
    const shown = withoutSentenceEnd(match[0]);
    const href = safeHref(shown);
    if (href === null) continue;
    pushText(text.slice(end, match.index));
    segments.push({ kind: 'link', text: shown, href });
    end = match.index + shown.length;
  }
  pushText(text.slice(end));
  return segments;
}

/** Punctuation after a link belongs to the sentence, unless the link contains the opening bracket. */
export function withoutSentenceEnd(link: string): string {
  let shown = link.replace(TRAILING, '');
  while (shown.endsWith(')') && !balanced(shown)) shown = shown.slice(0, -1).replace(TRAILING, '');
  return shown;
}

const balanced = (link: string): boolean => link.split('(').length >= link.split(')').length;

function safeHref(link: string): string | null {
  try {
    const url = new URL(link);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}
