import { useEffect, useMemo, useRef, useState } from 'react';
import { formatSearch, parseSearch, type SearchFilter, withFilter, withoutFilter } from '../../model/search';
import { kindsLike, readInput, wordsToSearch } from '../../model/search-input';
import type { SearchOption } from './search-suggestions';
import type { VisibleVocabulary } from './use-search-vocabulary';

/** The pause in typing after which a search runs. */
const TYPING_PAUSE_MS = 300;

/** The typed text and the filters of the search field. `onSearch` receives the search in the form of the address. */
export function useSearchInput(
  address: string,
  vocabulary: VisibleVocabulary,
  onSearch: (address: string) => void,
) {
  const [typed, setTyped] = useState(() => parseSearch(address).text);
  const [filters, setFilters] = useState(() => parseSearch(address).filters);
  const [hasWrongDay, setHasWrongDay] = useState(false);
  /** Whether the suggestions are hidden, shown where there are any, or requested. */
  const [suggesting, setSuggesting] = useState<'no' | 'auto' | 'yes'>('auto');
  const input = useMemo(() => readInput(typed, vocabulary), [typed, vocabulary]);

  // The address changes elsewhere, too; what this field wrote there must not replace what was typed since.
  const written = useRef(address);
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    const search = parseSearch(address);
    setTyped(search.text);
    setFilters(search.filters);
  }, [address]);

  const latestSearch = useRef(onSearch);
  useEffect(() => {
    latestSearch.current = onSearch;
  });
  const run = (text: string, wanted: readonly SearchFilter[]) => {
    const search = formatSearch({ text, filters: wanted });
    if (search === written.current) return;
    written.current = search;
    latestSearch.current(search);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause since the last change of the search
  useEffect(() => {
    if (input.hasWrongDay) return;
    const timer = setTimeout(() => run(wordsToSearch(input), filters), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [input, filters]);

  const change = (text: string) => {
    const read = readInput(text, vocabulary);
    // A space behind a filter separates it from the words, and is none of them.
    setTyped(read.text.trimStart());
    if (read.filters.length > 0) setFilters(read.filters.reduce(withFilter, filters));
    setHasWrongDay(read.hasWrongDay);
    setSuggesting('auto');
  };

  // What was typed before the channels were loaded may name one of them.
  const wasComplete = useRef(vocabulary.isComplete);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when they arrive
  useEffect(() => {
    if (wasComplete.current || !vocabulary.isComplete) return;
    wasComplete.current = true;
    if (typed !== '') change(typed);
  }, [vocabulary.isComplete]);

  const options = useMemo((): SearchOption[] => {
    if (suggesting === 'no') return [];
    const { open } = input;
    if (open) return open.values.map((value) => ({ filter: { kind: open.kind, value } }));
    if (typed === '' && filters.length > 0 && suggesting === 'auto') return [];
    return kindsLike(typed, vocabulary).map((word) => ({ word }));
  }, [suggesting, input, typed, filters, vocabulary]);

  return {
    typed,
    filters,
    options,
    hasWrongDay,
    /** Whether a value of a filter is being typed. */
    isFilterOpen: input.open !== null,
    change,
    /** Applies a suggestion; returns whether a filter is complete. */
    pick: (option: SearchOption): boolean => {
      const kept = input.open ? typed.slice(0, input.open.start) : typed.replace(/\S*$/u, '');
      setSuggesting('auto');
      if ('word' in option) {
        setTyped(`${kept}${vocabulary.kinds[option.word][0]}:`);
        return false;
      }
      setTyped(kept);
      setFilters(withFilter(filters, option.filter));
      return true;
    },
    remove: (filter: SearchFilter) => setFilters(withoutFilter(filters, filter)),
    clear: () => {
      setTyped('');
      setFilters([]);
      setHasWrongDay(false);
      setSuggesting('auto');
      run('', []);
    },
    /** Searches now. */
    submit: () => {
      const isWrong = input.hasWrongDay || (input.open !== null && input.open.values.length === 0);
      setHasWrongDay(isWrong);
      setSuggesting('no');
      if (!isWrong) run(typed, filters);
    },
    suggest: setSuggesting,
  };
}
