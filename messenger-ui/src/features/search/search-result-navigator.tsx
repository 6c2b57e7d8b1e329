import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton, useTranslation } from 'ui-kit';
import { parseSearch } from '../../model/search';
import type { Selection } from '../../shell/selection';
import { searchQuery, uniqueResults } from './search-query';
import styles from './search-result-navigator.module.css';
import { useFilterLabels } from './use-filter-labels';
import { useSearchVocabulary } from './use-search-vocabulary';

/** Navigates between search results, above the channel of the current one. */
export function SearchResultNavigator({ selection }: { selection: Selection }) {
  const { jump } = selection;
  const messageId = jump && 'messageId' in jump ? jump.messageId : null;
  const search = selection.search ?? '';
  return search === '' || messageId === null ? null : (
    <Navigator search={search} messageId={messageId} selection={selection} />
  );
}

function Navigator({
  search,
  messageId,
  selection,
}: {
  search: string;
  messageId: string;
  selection: Selection;
}) {
  const { t } = useTranslation('messenger');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(searchQuery(search));
  const { filterLabel } = useFilterLabels(useSearchVocabulary());
  const results = useMemo(() => uniqueResults(data?.pages ?? []), [data]);
  const index = results.findIndex((result) => result.messageId === messageId);
  if (index < 0) return null;

  const openResult = (result: (typeof results)[number] | undefined) => {
    if (result) selection.select(result.channelId, { messageId: result.messageId });
  };
  const openOlder = async () => {
    if (index + 1 < results.length) return openResult(results[index + 1]);
    const next = await fetchNextPage();
    openResult(uniqueResults(next.data?.pages ?? [])[index + 1]);
  };
  const { text, filters } = parseSearch(search);
  const title = [...filters.map(filterLabel), text].filter((part) => part !== '').join(' · ');
  const count = hasNextPage ? `${results.length}+` : String(results.length);
  return (
    <div className={styles.bar}>
      <p className={styles.position}>
        {t('search.position', { position: index + 1, total: count, text: title })}
      </p>
      <IconButton
        label={t('search.older')}
        size={32}
        disabled={(index + 1 >= results.length && !hasNextPage) || isFetchingNextPage}
        onClick={() => void openOlder()}
      >
        <ChevronUp aria-hidden size={18} />
      </IconButton>
      <IconButton
        label={t('search.newer')}
        size={32}
        disabled={index === 0}
        onClick={() => openResult(results[index - 1])}
      >
        <ChevronDown aria-hidden size={18} />
      </IconButton>
      <IconButton label={t('search.close')} size={32} onClick={() => selection.searchFor(null)}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  );
}
