import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { announce, useTranslation } from 'ui-kit';
import { enterList, PickerSearch } from '../picker/picker-search';
import { countUse, type Emoji, type EmojiCatalogue, inTone, preferredTone, preferTone } from './catalogue';
import { EmojiGrid, type GridSection } from './emoji-grid';
import styles from './emoji-panel.module.css';
import { GroupTabs } from './group-tabs';
import { SkinTones } from './skin-tones';

interface EmojiPanelProps {
  catalogue: EmojiCatalogue;
  onSelect: (native: string) => void;
}

/** Search on top, the emoji of all groups in one list below, the skin tone at the foot. */
export function EmojiPanel({ catalogue, onSelect }: EmojiPanelProps) {
  const { t } = useTranslation('messenger');
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(preferredTone);
  const [pointed, setPointed] = useState<Emoji | null>(null);
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
  // The field answers to every key at once, whatever the list takes.
  const shown = useDeferredValue(sections);

  const count = found?.length;
  useEffect(() => {
    if (count !== undefined) announce(t('emoji.found', { count }));
  }, [count, t]);

  const choose = (emoji: Emoji) => {
    countUse(emoji);
    onSelect(inTone(emoji, tone));
  };
  const toGroup = (id: string) => {
    setQuery('');
    // After the groups are back, if it was a search that hid them.
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
        onEnter={() => found?.[0] && choose(found[0])}
        onDown={() => enterList(grid.current)}
      />
      <GroupTabs current={found ? null : group} onChoose={toGroup} />
      <EmojiGrid
        ref={grid}
        sections={shown}
        tone={tone}
        onChoose={choose}
        onPoint={setPointed}
        onSection={setGroup}
        onLeave={() => field.current?.focus()}
      />
      <div className={styles.foot}>
        <p className={styles.name} aria-hidden>
          {pointed && (
            <>
              <span className={styles.large}>{inTone(pointed, tone)}</span>
              <span className={styles.text}>{pointed.name}</span>
            </>
          )}
        </p>
        <SkinTones
          tone={tone}
          onChange={(next) => {
            preferTone(next);
            setTone(next);
          }}
        />
      </div>
    </>
  );
}
