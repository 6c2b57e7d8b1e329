import { LINK, MENTION, parseMarkup, type Segment, withoutSentenceEnd } from './markup';

/**
 * The formatting of messages: a subset of Markdown without HTML, links or headings. Text without it is displayed exactly
 * as it was typed, which Markdown libraries do not do.
 */
export type Inline =
  | Segment
  | { kind: 'bold' | 'italic'; children: readonly Inline[] }
  | { kind: 'inlineCode'; text: string };

export type Block =
  | { kind: 'paragraph'; children: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; start: number | null; items: readonly (readonly Inline[])[] };

/** A place where a formatted text is marked in the field. */
export interface FormatRange {
  kind: 'bold' | 'italic' | 'inlineCode';
  start: number;
  end: number;
}

const MARKERS = [
  { marker: '`', kind: 'inlineCode' },
  { marker: '**', kind: 'bold' },
  { marker: '__', kind: 'bold' },
  { marker: '*', kind: 'italic' },
  { marker: '_', kind: 'italic' },
] as const;

const FENCE = /^```[\w-]*$/u;
const BULLET = /^ {0,3}[-*•] +(?=\S)/u;
const NUMBER = /^ {0,3}(\d{1,3})[.)] +(?=\S)/u;
/** Nested formatting beyond this is shown as typed. */
const MAX_DEPTH = 4;

const MAYBE_FORMATTED = /[*_`]|^ {0,3}(?:[-•]|\d{1,3}[.)]) /mu;

export function parseFormatting(text: string): Block[] {
  if (!MAYBE_FORMATTED.test(text)) return [{ kind: 'paragraph', children: parseMarkup(text) }];
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: parseInline(paragraph.join('\n')) });
    paragraph = [];
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fenceEnd = FENCE.test(line.trim())
      ? lines.findIndex((other, i) => i > at && other.trim() === '```')
      : -1;
    const marker = BULLET.test(line) ? BULLET : NUMBER.test(line) ? NUMBER : null;
    if (fenceEnd > at) {
      endParagraph();
      blocks.push({ kind: 'code', text: lines.slice(at + 1, fenceEnd).join('\n') });
      at = fenceEnd;
    } else if (marker) {
      endParagraph();
      const start = marker === NUMBER ? Number(line.match(NUMBER)?.[1]) : null;
      const items: (readonly Inline[])[] = [];
      for (; at < lines.length && marker.test(lines[at] ?? ''); at++) {
        items.push(parseInline((lines[at] ?? '').replace(marker, '')));
      }
      at -= 1;
      blocks.push({ kind: 'list', start, items });
    } else paragraph.push(line);
  }
  endParagraph();
  return blocks;
}

/** Returns the formatted ranges of a text, outermost first, with their markers. */
export function formatRanges(text: string): FormatRange[] {
  return MAYBE_FORMATTED.test(text) ? nestedRanges(text, 0) : [];
}

function nestedRanges(text: string, depth: number): FormatRange[] {
  if (depth >= MAX_DEPTH) return [];
  return rangesIn(text).flatMap((range) => {
    if (range.kind === 'inlineCode') return [range];
    const width = markerWidth(text, range.start);
    const from = range.start + width;
    const inner = nestedRanges(text.slice(from, range.end - width), depth + 1);
    return [range, ...inner.map(({ kind, start, end }) => ({ kind, start: start + from, end: end + from }))];
  });
}

const markerWidth = (text: string, at: number): number => (text[at] === text[at + 1] ? 2 : 1);

/** Removes the markers and keeps the words. */
export const withoutFormatting = (text: string): string =>
  MAYBE_FORMATTED.test(text) ? parseFormatting(text).map(plainBlock).join('\n') : text;

function parseInline(text: string, depth = 0): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  for (const range of depth < MAX_DEPTH ? rangesIn(text) : []) {
    if (range.start < end) continue;
    inlines.push(...parseMarkup(text.slice(end, range.start)));
    const width = markerWidth(text, range.start);
    const inner = text.slice(range.start + width, range.end - width);
    if (range.kind === 'inlineCode') inlines.push({ kind: range.kind, text: inner });
    else inlines.push({ kind: range.kind, children: parseInline(inner, depth + 1) });
    end = range.end;
  }
  inlines.push(...parseMarkup(text.slice(end)));
  return inlines;
}

/** Finds formatted ranges that do not overlap. Markers inside links and mentions do not count. */
function rangesIn(text: string): FormatRange[] {
  const ranges: FormatRange[] = [];
  const protectedUntil = protectedRanges(text);
  /** Up to where each marker is known to have no end. */
  const unclosed = new Map<string, number>();
  let at = 0;
  while (at < text.length) {
    const skipped = protectedUntil.get(at);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const range = rangeAt(text, at, protectedUntil, unclosed);
    if (range) ranges.push(range);
    at = range?.end ?? at + 1;
  }
  return ranges;
}

function rangeAt(
  text: string,
  start: number,
  protectedUntil: ReadonlyMap<number, number>,
  unclosed: Map<string, number>,
): FormatRange | null {
  for (const { marker, kind } of MARKERS) {
    const isHopeless = start < (unclosed.get(marker) ?? 0);
    if (isHopeless || !text.startsWith(marker, start) || !canOpen(text, start, marker)) continue;
    let at = start + marker.length;
    for (; at < text.length && text[at] !== '\n'; at++) {
      const skipped = kind === 'inlineCode' ? undefined : protectedUntil.get(at);
      if (skipped !== undefined) at = skipped - 1;
      else if (text.startsWith(marker, at) && canClose(text, at, marker)) {
        return { kind, start, end: at + marker.length };
      }
    }
    // A text of opening markers takes linear time.
    unclosed.set(marker, at);
  }
  return null;
}

/** A letter, or a part of a path or of a figure such as `¯\_(ツ)_/¯`. */
const isInside = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}/\\]/u.test(letter);
const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/u.test(letter);

/** A marker opens before a word and not inside one: `2*3*4` and `snake_case_name` are no formatting. */
function canOpen(text: string, at: number, marker: string): boolean {
  const [before, after] = [text[at - 1], text[at + marker.length]];
  return !isInside(before) && before !== marker[0] && !isSpace(after) && after !== marker[0];
}

function canClose(text: string, at: number, marker: string): boolean {
  const [before, after] = [text[at - 1], text[at + marker.length]];
  return !isSpace(before) && before !== marker[0] && !isInside(after) && after !== marker[0];
}

function protectedRanges(text: string): ReadonlyMap<number, number> {
  const ranges = new Map<number, number>();
  for (const match of text.matchAll(MENTION)) ranges.set(match.index, match.index + match[0].length);
  for (const match of text.matchAll(LINK)) {
    ranges.set(match.index, match.index + withoutSentenceEnd(match[0]).length);
  }
  return ranges;
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text;
    case 'list':
      return block.items
        .map(
          (item, index) => `${block.start === null ? '•' : `${block.start + index}.`} ${plainInline(item)}`,
        )
        .join('\n');
    default:
      return plainInline(block.children);
  }
}

const plainInline = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('children' in inline) return plainInline(inline.children);
      return inline.kind === 'mention' ? `@${inline.name}` : inline.text;
    })
    .join('');
