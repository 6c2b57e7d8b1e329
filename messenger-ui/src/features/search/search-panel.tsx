import { MessagesSquare } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect } from 'react';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useChannelList } from '../../shell/chat-context';
import type { Selection } from '../../shell/selection';
import { SearchField } from './search-field';
import styles from './search-panel.module.css';

const loadResults = () => import('./search-results');
const SearchResults = lazyPart(loadResults, 'error');

interface SearchPanelProps {
  selection: Selection;
  /** Each list scrolls separately, for small containers. */
  isCompact?: boolean;
  onClose: () => void;
}

/** Search over people, groups and messages. The field is usable at once; the code of the results loads meanwhile. */
export function SearchPanel({ selection, isCompact = false, onClose }: SearchPanelProps) {
  const { t } = useTranslation('messenger');
  const { channels, error, reload } = useChannelList();
  const search = selection.search ?? '';
  // Preload only: the lazy component reports a failure.
  useEffect(() => void loadResults().catch(() => undefined), []);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <search className={styles.panel} data-compact={isCompact || undefined} onKeyDown={handleKeyDown}>
      <SearchField search={search} onSearch={(next) => selection.searchFor(next)} onBack={onClose} />
      <div className={styles.results}>
        {search === '' ? (
          <EmptyState icon={MessagesSquare} title={t('search.emptyHint')} />
        ) : channels === undefined && error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : channels === undefined ? (
          <LoadingState label={t('search.loading')} />
        ) : (
          <Suspense fallback={<LoadingState label={t('search.loading')} />}>
            <SearchResults search={search} selection={selection} />
          </Suspense>
        )}
      </div>
    </search>
  );
}
