import { CalendarDays, File, Image, Link, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Avatar, useTranslation } from 'ui-kit';
import { ChannelAvatar } from '../../components/channel-avatar';
import type { FilterKind, HasValue, SearchFilter } from '../../model/search';
import { useChat } from '../../shell/chat-context';
import styles from './search-suggestions.module.css';
import type { VisibleVocabulary } from './use-search-vocabulary';

/** A filter word to insert, or a complete filter. */
export type SearchOption = { word: FilterKind } | { filter: SearchFilter };

export const optionKey = (option: SearchOption): string =>
  'word' in option ? option.word : `${option.filter.kind}-${option.filter.value}`;

interface SearchSuggestionsProps {
  id: string;
  options: readonly SearchOption[];
  active: SearchOption | undefined;
  vocabulary: VisibleVocabulary;
  valueLabel: (filter: SearchFilter) => string;
  onPick: (option: SearchOption) => void;
}

/** Suggestions below the search field, which keeps the focus and references the active option. */
export function SearchSuggestions({
  id,
  options,
  active,
  vocabulary,
  valueLabel,
  onPick,
}: SearchSuggestionsProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another option becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} className={styles.list} id={id} role="listbox" aria-label={t('search.suggestions')}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys and references the active option
        <div
          key={optionKey(option)}
          id={`${id}-${optionKey(option)}`}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={option === active}
          // The field keeps the focus. Only a complete tap selects: a touch may scroll the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {'word' in option ? (
            <WordLabel word={option.word} vocabulary={vocabulary} />
          ) : (
            <>
              <FilterPicture filter={option.filter} vocabulary={vocabulary} />
              <span className={styles.name} dir="auto">
                {valueLabel(option.filter)}
              </span>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function WordLabel({ word, vocabulary }: { word: FilterKind; vocabulary: VisibleVocabulary }) {
  const { t } = useTranslation('messenger');
  const hints: Record<FilterKind, string> = {
    from: t('search.hints.from'),
    in: t('search.hints.in'),
    has: t('search.hints.has'),
    before: t('search.hints.before'),
    after: t('search.hints.after'),
  };
  return (
    <>
      <span className={styles.word}>
        <bdi>{vocabulary.kinds[word][0]}</bdi>:
      </span>
      <span className={styles.hint}>{hints[word]}</span>
    </>
  );
}

const HAS_ICONS: Record<HasValue, LucideIcon> = { file: File, image: Image, link: Link };

function FilterPicture({
  filter: { kind, value },
  vocabulary,
}: {
  filter: SearchFilter;
  vocabulary: VisibleVocabulary;
}): ReactNode {
  const { self } = useChat();
  if (kind === 'from') {
    const person = vocabulary.people.find((one) => one.value === value);
    return person && <Avatar id={value} name={person.name} picture={person.picture} size={26} />;
  }
  if (kind === 'in') {
    const channel = vocabulary.channelsById.get(value);
    return channel && <ChannelAvatar channel={channel} selfId={self.id} size={26} />;
  }
  const Icon = kind === 'has' ? HAS_ICONS[value as HasValue] : CalendarDays;
  return <Icon aria-hidden size={17} className={styles.icon} />;
}
