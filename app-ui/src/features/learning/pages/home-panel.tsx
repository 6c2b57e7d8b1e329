import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Sparkles } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { ListNav } from '../../../shared/page/list-nav';
import { sessionsQuery } from '../api/learning';
import { QueuedEntries } from '../components/queued-entries';
import { SessionGrid, SessionGridSkeleton } from '../components/session-grid';
import { HubClosed, SessionsFailed } from '../components/session-states';
import { useLists } from '../lists';
import '../texts';
import styles from './home-panel.module.css';

/** Cards of each part: the lists have the rest. */
const SHOWN = 3;

/** The sessions of the home page: those to go on with, and some to begin. */
export function Component() {
  const { t, i18n } = useTranslation('learning');
  const { t: tApp } = useTranslation('app');
  const lists = useLists();
  const { experiences, newSessionAvailable } = useCurrentUser().status;
  const { session } = experiences;
  const isOpen = session === 'use';
  const ongoing = useQuery({ ...sessionsQuery('ongoing', i18n.language), enabled: isOpen });
  const curated = useQuery({ ...sessionsQuery('curated', i18n.language), enabled: isOpen });
  // The feed is open to everyone.
  const toFeed = (
    <Link className={styles.feed} to="/feed">
      {tApp('titles.feed')}
      <ArrowRight aria-hidden className={styles.flip} size={17} />
    </Link>
  );
  if (!isOpen) {
    return (
      <section className={styles.panel} aria-label={tApp('titles.learningHub')}>
        {session === 'show' && <HubClosed />}
        {toFeed}
      </section>
    );
  }
  return (
    <section className={styles.panel} aria-label={tApp('titles.learningHub')}>
      <QueuedEntries />
      <div className={styles.ways}>
        <ListNav label={t('lists.label')} lists={lists} />
        {toFeed}
      </div>
      {newSessionAvailable && (
        <p className={styles.news}>
          <Sparkles aria-hidden size={18} />
          {t('home.newSessions')}
        </p>
      )}
      {ongoing.data !== undefined && ongoing.data.length > 0 && (
        <>
          <h2 className={styles.heading}>{t('home.goOn')}</h2>
          <SessionGrid sessions={ongoing.data.slice(0, SHOWN)} />
        </>
      )}
      {curated.data === undefined &&
        (curated.error === null ? (
          <SessionGridSkeleton count={SHOWN} />
        ) : (
          <SessionsFailed onRetry={() => void Promise.all([ongoing.refetch(), curated.refetch()])} />
        ))}
      {curated.data !== undefined && curated.data.length > 0 && (
        <>
          <h2 className={styles.heading}>{t('home.forYou')}</h2>
          <SessionGrid sessions={curated.data.slice(0, SHOWN)} />
        </>
      )}
    </section>
  );
}
