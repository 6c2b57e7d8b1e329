import { useDebouncedValue } from '@mantine/hooks';
import { SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { announce, EmptyState, ErrorState, useTranslation } from 'ui-kit';
import { focusTabStop, PickerSearch } from '../../components/picker-search';
import { GifGrid } from './gif-grid';
import styles from './gif-panel.module.css';
import { type Gif, useGifSearch } from './gif-search';

const SEARCH_DEBOUNCE_MS = 350;

/** Search field, grid of GIFs and the name of their provider. */
export function GifPanel({ onSelect }: { onSelect: (gif: Gif) => void }) {
  const { t } = useTranslation('messenger');
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const { gifs, provider, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } =
    useGifSearch(query);
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  const count = isPending ? null : gifs.length;
  useEffect(() => {
    if (count !== null && query !== '') announce(t('gifs.found', { count }));
  }, [count, query, t]);

  return (
    <>
      <PickerSearch
        className={styles.search}
        field={field}
        text={text}
        label={t('gifs.search')}
        clearLabel={t('gifs.clear')}
        maxLength={50}
        onChange={setText}
        onDown={() => focusTabStop(grid.current)}
      />
      {error && gifs.length === 0 ? (
        <div className={styles.message}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : count === 0 ? (
        <div className={styles.message}>
          <EmptyState icon={SearchX} title={t('gifs.noResults')}>
            {t('gifs.noResultsHint')}
          </EmptyState>
        </div>
      ) : (
        <GifGrid
          // A new query starts at the top.
          key={query}
          ref={grid}
          gifs={gifs}
          isPending={isPending}
          more={error ? 'failed' : hasNextPage ? (isFetching ? 'loading' : 'available') : 'none'}
          onMore={() => void fetchNextPage()}
          onSelect={onSelect}
          onLeave={() => field.current?.focus()}
        />
      )}
      <p className={styles.provider}>{provider !== null && t('gifs.poweredBy', { provider })}</p>
    </>
  );
}
