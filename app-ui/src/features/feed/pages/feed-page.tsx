import { useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import PinnedAnnouncements from '../../../shared/announcements/pinned-announcements';
import { ActiveFilter } from '../components/active-filter';
import { FeedContent } from '../components/feed-content';
import { FilterPopover } from '../components/filter-popover';
import { useFilter } from '../hooks/use-filter';
import '../texts';
import styles from './feed-page.module.css';

/** The feed of posts and quotes, with a filter in the address. */
export function Component() {
  const { t } = useTranslation('feed');
  const { t: tApp } = useTranslation('app');
  const { key } = useLocation();
  const { role } = useCurrentUser();
  const [filter, applyFilter] = useFilter();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{tApp('titles.feed')}</h1>
        <p className={styles.lead}>{t('feed.lead')}</p>
        <div className={styles.filter}>
          <FilterPopover filter={filter} onApply={applyFilter} />
        </div>
      </header>
      {role !== 'Staff' && <PinnedAnnouncements withRead />}
      <ActiveFilter filter={filter} onApply={applyFilter} />
      <FeedContent key={key} filter={filter} onApply={applyFilter} />
    </div>
  );
}
