import { useDebouncedValue } from '@mantine/hooks';
import { SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { announce, EmptyState, ErrorState, useTranslation } from 'ui-kit';
import { enterList, PickerSearch } from '../picker/picker-search';
import { GifGrid } from './gif-grid';
import styles from './gif-panel.module.css';
import { type Gif, useGifSearch } from './gif-search';

/** A search is asked for when nobody has typed for so long. */
const AFTER_TYPING_MS = 350;

/** Search on top, moving pictures below, their provider's name at the foot. */
export function GifPanel({ onSelect }: { onSelect: (gif: Gif) => void }) {
  const { t } = useTranslation('messenger');
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text.trim(), AFTER_TYPING_MS);
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
        onDown={() => enterList(grid.current)}
      />
      {error && gifs.length === 0 ? (
        <div className={styles.middle}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      ) : count === 0 ? (
        <div className={styles.middle}>
          <EmptyState icon={SearchX} title={t('gifs.none')}>
            {t('gifs.noneHint')}
          </EmptyState>
        </div>
      ) : (
        <GifGrid
          // Another search begins at its top.
          key={query}
          ref={grid}
          gifs={gifs}
          isPending={isPending}
          more={error ? 'failed' : hasNextPage ? (isFetching ? 'loading' : 'there') : 'none'}
          onMore={() => void fetchNextPage()}
          onSelect={onSelect}
          onLeave={() => field.current?.focus()}
        />
      )}
      <p className={styles.foot}>{provider !== null && t('gifs.poweredBy', { provider })}</p>
    </>
  );
}
