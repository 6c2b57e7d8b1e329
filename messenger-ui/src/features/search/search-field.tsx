import { ArrowLeft, Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { announce, IconButton, useTranslation } from 'ui-kit';
import type { SearchFilter } from '../../model/search';
import { SearchChips } from './search-chips';
import styles from './search-field.module.css';
import { optionKey, type SearchOption, SearchSuggestions } from './search-suggestions';
import { useFilterLabels } from './use-filter-labels';
import { useSearchInput } from './use-search-input';
import { useSearchVocabulary } from './use-search-vocabulary';

/** Limit of the server. */
const MAX_QUERY_LENGTH = 200;

interface SearchFieldProps {
  /** The search in the form of the address. */
  search: string;
  onSearch: (search: string) => void;
  onBack: () => void;
}

/** The search field with its filters: a combobox that suggests filters, people and channels. */
export function SearchField({ search, onSearch, onBack }: SearchFieldProps) {
  const { t } = useTranslation('messenger');
  const vocabulary = useSearchVocabulary();
  const { valueLabel, filterLabel } = useFilterLabels(vocabulary);
  const input = useSearchInput(search, vocabulary, onSearch);
  const { typed, filters, options, hasWrongDay, isFilterOpen } = input;
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const listId = `${id}-list`;
  // A new search takes the focus; returning to results does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (search === '') field.current?.focus();
  }, []);

  // The first value is active at once, so that Enter takes it; a filter word is only offered.
  const chosenOption = options.find((option) => optionKey(option) === chosen);
  const active = chosenOption ?? (isFilterOpen ? options[0] : undefined);
  const count = options.length;
  useEffect(() => {
    if (isFilterOpen && count > 0) announce(t('mentions.suggestions', { count }));
  }, [isFilterOpen, count, t]);

  const pick = (option: SearchOption) => {
    if (input.pick(option) && 'filter' in option) announce(filterLabel(option.filter));
    setChosen(null);
    field.current?.focus();
  };
  const remove = (filter: SearchFilter) => {
    input.remove(filter);
    announce(t('search.filterRemoved', { filter: filterLabel(filter) }));
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (active) pick(active);
    else input.submit();
  };
  const move = (step: 1 | -1) => {
    if (count === 0) return input.suggest('yes');
    const current = active ? options.indexOf(active) : step === 1 ? -1 : 0;
    const next = options[(current + step + count) % count];
    setChosen(next ? optionKey(next) : null);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const last = filters.at(-1);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Tab' && !event.shiftKey && isFilterOpen && active) {
      event.preventDefault();
      pick(active);
    } else if (event.key === 'Escape' && count > 0 && typed !== '') {
      // Closes the suggestions and not the search.
      event.preventDefault();
      event.stopPropagation();
      setChosen(null);
      input.suggest('no');
    } else if (event.key === 'Backspace' && typed === '' && last) {
      remove(last);
    }
  };

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <IconButton label={t('search.back')} onClick={onBack}>
          <ArrowLeft aria-hidden size={19} className={styles.flips} />
        </IconButton>
        <div className={styles.field}>
          <input
            ref={field}
            className={styles.input}
            type="text"
            role="combobox"
            data-search-field=""
            inputMode="search"
            enterKeyHint="search"
            dir="auto"
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            spellCheck={false}
            aria-label={t('search.label')}
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={count > 0 ? listId : undefined}
            aria-activedescendant={active ? `${listId}-${optionKey(active)}` : undefined}
            aria-invalid={hasWrongDay || undefined}
            aria-describedby={hasWrongDay ? `${id}-error` : undefined}
            placeholder={t('search.placeholder')}
            value={typed}
            onChange={(event) => {
              setChosen(null);
              input.change(event.target.value);
            }}
            onKeyDown={handleKeyDown}
          />
          {(typed !== '' || filters.length > 0) && (
            <IconButton
              label={t('search.clear')}
              size={30}
              onClick={() => {
                input.clear();
                field.current?.focus();
              }}
            >
              <X aria-hidden size={15} />
            </IconButton>
          )}
          <IconButton type="submit" label={t('search.submit')} size={30}>
            <Search aria-hidden size={16} />
          </IconButton>
        </div>
      </form>
      <SearchChips filters={filters} filterLabel={filterLabel} onRemove={remove} />
      {hasWrongDay && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {t('search.wrongDay')}
        </p>
      )}
      {count > 0 && (
        <SearchSuggestions
          id={listId}
          options={options}
          active={active}
          vocabulary={vocabulary}
          valueLabel={valueLabel}
          onPick={pick}
        />
      )}
    </>
  );
}
