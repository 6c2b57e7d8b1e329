import { X } from 'lucide-react';
import { formatDate, useTranslation } from 'ui-kit';
import { type FeedFilter, FIRST_DAY, NO_FILTER, partsOf } from '../filter';
import styles from './active-filter.module.css';

interface ActiveFilterProps {
  filter: FeedFilter;
  onApply: (filter: FeedFilter) => void;
}

/** Says what the filter leaves in, and removes it. */
export function ActiveFilter({ filter, onApply }: ActiveFilterProps) {
  const { t, i18n } = useTranslation('feed');
  if (partsOf(filter) === 0) return null;
  const { event, from, to } = filter;
  const format = (day: string) => formatDate(day, i18n.language, 'list');
  const days =
    to === null
      ? from !== null && t('feed.filter.since', { day: format(from) })
      : t('feed.filter.between', { from: format(from ?? FIRST_DAY), to: format(to) });
  return (
    <div className={styles.active}>
      {event !== null && <span className={styles.part}>{t(`feed.filter.types.${event}`)}</span>}
      {days && <span className={styles.part}>{days}</span>}
      <button type="button" className={styles.clear} onClick={() => onApply(NO_FILTER)}>
        <X aria-hidden size={16} />
        {t('feed.filter.showAll')}
      </button>
    </div>
  );
}
