import type { Composition } from '../../model/compose';
import type { FormatRange } from '../../model/formatting';
import styles from './composer-highlights.module.css';

interface ComposerHighlightsProps {
  composition: Composition;
  formats: readonly FormatRange[];
  className?: string | undefined;
}

/**
 * Mirrors the text behind the field: determines its height and shows mentions and formatting. With formatting it shows
 * the text itself, in styles that keep the width of every letter, and the text of the field is transparent.
 */
export function ComposerHighlights({ composition, formats, className }: ComposerHighlightsProps) {
  const { text, mentions } = composition;
  const marks = [...mentions.map((range) => ({ ...range, kind: 'mention' as const })), ...formats];
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return (
    <div
      aria-hidden
      className={className}
      dir={text === '' ? undefined : 'auto'}
      data-formatted={formats.length > 0 || undefined}
    >
      {cuts.slice(0, -1).map((start, index) => {
        const end = cuts[index + 1] ?? text.length;
        const kinds = marks.filter((mark) => mark.start <= start && end <= mark.end).map(({ kind }) => kind);
        const piece = text.slice(start, end);
        if (kinds.length === 0) return piece;
        return (
          <mark key={start} className={kinds.map((kind) => styles[kind]).join(' ')}>
            {piece}
          </mark>
        );
      })}
      {/* A trailing line break has a height only if a character follows it. */}
      {'\u200b'}
    </div>
  );
}
