import { type KeyboardEvent, memo, type Ref, type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { GRID_KEYS, neighbourIndex } from '../grid-navigation';
import { type Emoji, withSkinTone } from './catalogue';
import styles from './emoji-grid.module.css';

export interface GridSection {
  id: string;
  title: string;
  emojis: readonly Emoji[];
}

interface EmojiGridProps {
  ref: Ref<HTMLDivElement>;
  sections: readonly GridSection[];
  tone: number;
  onSelect: (emoji: Emoji) => void;
  /** Receives the emoji under the pointer or focus. */
  onHover: (emoji: Emoji | null) => void;
  /** Receives the topmost visible section. */
  onSectionChange: (id: string) => void;
  /** Arrow up in the first row. */
  onLeave: () => void;
}

/** Grid with one tab stop and arrow keys across sections. Delegates the events of its two thousand buttons. */
export function EmojiGrid({
  ref,
  sections,
  tone,
  onSelect,
  onHover,
  onSectionChange,
  onLeave,
}: EmojiGridProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLDivElement | null>(null);
  const byKey = useMemo(() => {
    const entries = sections.flatMap(({ id, emojis }) =>
      emojis.map((emoji) => [`${id}/${emoji.id}`, emoji] as const),
    );
    return new Map<string, Emoji>(entries);
  }, [sections]);
  const emojiAt = (event: SyntheticEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-emoji]');
    return byKey.get(button?.dataset.emoji ?? '');
  };

  // New results start at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the sections change
  useEffect(() => {
    if (list.current) list.current.scrollTop = 0;
  }, [sections]);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-emoji]')];
    const from = buttons.indexOf(event.target as HTMLElement);
    if (from < 0 || !GRID_KEYS.has(event.key)) return;
    event.preventDefault();
    const cells = buttons.map((button) => ({ top: button.offsetTop, left: button.offsetLeft }));
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const to = neighbourIndex(cells, from, event.key, isRtl);
    if (to === from && event.key === 'ArrowUp') onLeave();
    else moveFocus(buttons[from], buttons[to]);
  };

  const handleScroll = () => {
    const { scrollTop = 0, children = [] } = list.current ?? {};
    const top = [...children].findLast((child) => (child as HTMLElement).offsetTop <= scrollTop + 12);
    const id = (top as HTMLElement | undefined)?.dataset.group;
    if (id !== undefined) onSectionChange(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: delegates the events of its buttons
    <div
      ref={(element) => {
        list.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={styles.list}
      onClick={(event) => {
        const emoji = emojiAt(event);
        if (emoji) onSelect(emoji);
      }}
      onKeyDown={handleKeyDown}
      onPointerOver={(event) => onHover(emojiAt(event) ?? null)}
      onPointerLeave={() => onHover(null)}
      onFocus={(event) => onHover(emojiAt(event) ?? null)}
      onScroll={handleScroll}
    >
      {sections.map((section, index) => (
        <Section key={section.id} section={section} tone={tone} hasTabStop={index === 0} />
      ))}
      {byKey.size === 0 && <p className={styles.empty}>{t('emoji.noResults')}</p>}
    </div>
  );
}

function moveFocus(from: HTMLElement | undefined, to: HTMLElement | undefined): void {
  if (from) from.tabIndex = -1;
  if (!to) return;
  to.tabIndex = 0;
  to.focus();
}

interface SectionProps {
  section: GridSection;
  tone: number;
  hasTabStop: boolean;
}

const Section = memo(function Section({ section: { id, title, emojis }, tone, hasTabStop }: SectionProps) {
  if (emojis.length === 0) return null;
  return (
    <section className={styles.section} data-group={id} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.grid}>
        {emojis.map((emoji, index) => (
          <button
            key={emoji.id}
            type="button"
            className={styles.emoji}
            data-emoji={`${id}/${emoji.id}`}
            aria-label={emoji.name}
            tabIndex={hasTabStop && index === 0 ? 0 : -1}
          >
            {withSkinTone(emoji, tone)}
          </button>
        ))}
      </div>
    </section>
  );
});
