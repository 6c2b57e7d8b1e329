import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { focusTabStop, PickerSearch } from '../picker-search';
import {
  type Emoji,
  type EmojiCatalogue,
  preferredTone,
  recordUse,
  savePreferredTone,
  withSkinTone,
} from './catalogue';
import { EmojiGrid, type GridSection } from './emoji-grid';
import styles from './emoji-panel.module.css';
import { GroupTabs } from './group-tabs';
import { SkinTones } from './skin-tones';

interface EmojiPanelProps {
  catalogue: EmojiCatalogue;
  onSelect: (native: string) => void;
}

/** Search field, one list of all groups, and the skin tone selector. */
export function EmojiPanel({ catalogue, onSelect }: EmojiPanelProps) {
  const { t } = useTranslation('messenger');
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(preferredTone);
  const [hovered, setHovered] = useState<Emoji | null>(null);
  const [group, setGroup] = useState<string>('frequent');
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [groups] = useState(() => [catalogue.frequent(), ...catalogue.groups]);

  const found = useMemo(() => (query.trim() === '' ? null : catalogue.search(query)), [catalogue, query]);
  const sections = useMemo(
    (): readonly GridSection[] =>
      found
        ? [{ id: 'results', title: t('emoji.results'), emojis: found }]
        : groups.map(({ id, emojis }) => ({ id, title: t(`emoji.groups.${id}`), emojis })),
    [found, groups, t],
  );
  // The search field stays responsive while the list renders.
  const shown = useDeferredValue(sections);

  const count = found?.length;
  useEffect(() => {
    if (count !== undefined) announce(t('emoji.found', { count }));
  }, [count, t]);

  const selectEmoji = (emoji: Emoji) => {
    recordUse(emoji);
    onSelect(withSkinTone(emoji, tone));
  };
  const scrollToGroup = (id: string) => {
    setQuery('');
    // After the next render, which shows the groups again if a search hid them.
    requestAnimationFrame(() => grid.current?.querySelector(`[data-group="${id}"]`)?.scrollIntoView());
  };

  return (
    <>
      <PickerSearch
        field={field}
        text={query}
        label={t('emoji.search')}
        clearLabel={t('emoji.clear')}
        onChange={setQuery}
        onEnter={() => found?.[0] && selectEmoji(found[0])}
        onDown={() => focusTabStop(grid.current)}
      />
      <GroupTabs current={found ? null : group} onChoose={scrollToGroup} />
      <EmojiGrid
        ref={grid}
        sections={shown}
        tone={tone}
        onSelect={selectEmoji}
        onHover={setHovered}
        onSectionChange={setGroup}
        onLeave={() => field.current?.focus()}
      />
      <div className={styles.footer}>
        <p className={styles.name} aria-hidden>
          {hovered && (
            <>
              <span className={styles.preview}>{withSkinTone(hovered, tone)}</span>
              <span className={styles.text}>{hovered.name}</span>
            </>
          )}
        </p>
        <SkinTones
          tone={tone}
          onChange={(next) => {
            savePreferredTone(next);
            setTone(next);
          }}
        />
      </div>
    </>
  );
}
