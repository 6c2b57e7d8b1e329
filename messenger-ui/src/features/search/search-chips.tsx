import { X } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import type { SearchFilter } from '../../model/search';
import styles from './search-chips.module.css';

interface SearchChipsProps {
  filters: readonly SearchFilter[];
  filterLabel: (filter: SearchFilter) => string;
  onRemove: (filter: SearchFilter) => void;
}

/** The filters of the search, each a button that removes it. */
export function SearchChips({ filters, filterLabel, onRemove }: SearchChipsProps) {
  const { t } = useTranslation('messenger');
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('search.filterList')}>
      {filters.map((filter) => {
        const label = filterLabel(filter);
        return (
          <li key={`${filter.kind}:${filter.value}`} className={styles.item}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t('search.removeFilter', { filter: label })}
              onClick={() => onRemove(filter)}
            >
              <span className={styles.label} dir="auto">
                {label}
              </span>
              <X aria-hidden size={13} className={styles.cross} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
