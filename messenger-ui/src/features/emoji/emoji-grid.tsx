import { type KeyboardEvent, memo, type Ref, type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import { type Emoji, inTone } from './catalogue';
import styles from './emoji-grid.module.css';
import { neighbour } from './neighbour';

export interface GridSection {
  id: string;
  title: string;
  emojis: readonly Emoji[];
}

interface EmojiGridProps {
  ref: Ref<HTMLDivElement>;
  sections: readonly GridSection[];
  tone: number;
  onChoose: (emoji: Emoji) => void;
  /** The emoji under the pointer or the focus. */
  onPoint: (emoji: Emoji | null) => void;
  /** The section at the top of what is visible. */
  onSection: (id: string) => void;
  /** Upward from the first row. */
  onLeave: () => void;
}

/** One stop for Tab; the arrows lead through all sections. The list listens, not its two thousand buttons. */
export function EmojiGrid({ ref, sections, tone, onChoose, onPoint, onSection, onLeave }: EmojiGridProps) {
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

  // Results begin with the best one, wherever the list was before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sections are the reason
  useEffect(() => {
    if (list.current) list.current.scrollTop = 0;
  }, [sections]);

  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-emoji]')];
    const from = buttons.indexOf(event.target as HTMLElement);
    if (from < 0 || !MOVES.has(event.key)) return;
    event.preventDefault();
    const places = buttons.map((button) => ({ top: button.offsetTop, left: button.offsetLeft }));
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const to = neighbour(places, from, event.key, isRtl);
    if (to === from && event.key === 'ArrowUp') onLeave();
    else moveFocus(buttons[from], buttons[to]);
  };

  const scrolled = () => {
    const { scrollTop = 0, children = [] } = list.current ?? {};
    const top = [...children].findLast((child) => (child as HTMLElement).offsetTop <= scrollTop + 12);
    const id = (top as HTMLElement | undefined)?.dataset.group;
    if (id !== undefined) onSection(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the buttons in it
    <div
      ref={(element) => {
        list.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={styles.list}
      onClick={(event) => {
        const emoji = emojiAt(event);
        if (emoji) onChoose(emoji);
      }}
      onKeyDown={pressed}
      onPointerOver={(event) => onPoint(emojiAt(event) ?? null)}
      onPointerLeave={() => onPoint(null)}
      onFocus={(event) => onPoint(emojiAt(event) ?? null)}
      onScroll={scrolled}
    >
      {sections.map((section, index) => (
        <Section key={section.id} section={section} tone={tone} holdsTabStop={index === 0} />
      ))}
      {byKey.size === 0 && <p className={styles.nothing}>{t('emoji.nothing')}</p>}
    </div>
  );
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

function moveFocus(from: HTMLElement | undefined, to: HTMLElement | undefined): void {
  if (from) from.tabIndex = -1;
  if (!to) return;
  to.tabIndex = 0;
  to.focus();
}

interface SectionProps {
  section: GridSection;
  tone: number;
  holdsTabStop: boolean;
}

const Section = memo(function Section({ section: { id, title, emojis }, tone, holdsTabStop }: SectionProps) {
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
            tabIndex={holdsTabStop && index === 0 ? 0 : -1}
          >
            {inTone(emoji, tone)}
          </button>
        ))}
      </div>
    </section>
  );
});
