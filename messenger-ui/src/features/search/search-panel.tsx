import { MessagesSquare } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect } from 'react';
import { EmptyState, LoadingState, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { Selection } from '../../shell/selection';
import { SearchField } from './search-field';
import styles from './search-panel.module.css';

const loadResults = () => import('./search-results');
const SearchResults = lazyPart(loadResults, 'says');

interface SearchPanelProps {
  selection: Selection;
  /** Each list scrolls by itself where there is little room. */
  isCompact?: boolean;
  onClose: () => void;
}

/**
 * In the place of the list of conversations: people, groups and messages by what they are called and say. The field is there
 * at once and takes what is typed; what it finds is shown by code that comes meanwhile.
 */
export function SearchPanel({ selection, isCompact = false, onClose }: SearchPanelProps) {
  const { t } = useTranslation('messenger');
  const text = selection.search ?? '';
  // Whoever cannot load it now sees why when there is something to show.
  useEffect(() => void loadResults().catch(() => undefined), []);
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <search className={styles.panel} data-compact={isCompact || undefined} onKeyDown={pressed}>
      <SearchField text={text} onSubmit={selection.searchFor} onBack={onClose} />
      <div className={styles.results}>
        {text === '' ? (
          <EmptyState icon={MessagesSquare} title={t('search.start')} />
        ) : (
          <Suspense fallback={<LoadingState label={t('search.loading')} />}>
            <SearchResults key={text} text={text} selection={selection} />
          </Suspense>
        )}
      </div>
    </search>
  );
}
