import { Button, CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Search } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { announce, EmptyState, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { ListNav } from '../../../shared/page/list-nav';
import { type ListName, sessionsQuery } from '../api/learning';
import { QueuedEntries } from '../components/queued-entries';
import { SessionGrid, SessionGridSkeleton } from '../components/session-grid';
import { HubClosed, SessionsFailed } from '../components/session-states';
import { useLists } from '../lists';
import '../texts';
import styles from './session-list-page.module.css';

const NAMES: Record<string, ListName> = {
  '/learninghub/curatedsession': 'curated',
  '/learninghub/ongoingsessions': 'ongoing',
  '/learninghub/bookmarkedsessions': 'bookmarked',
};

/** One of the four lists of sessions. */
export function Component() {
  const { t } = useTranslation('learning');
  const { t: tApp } = useTranslation('app');
  const lists = useLists();
  const list = NAMES[useLocation().pathname.replace(/\/$/, '')] ?? 'all';
  const access = useCurrentUser().status.experiences.session;
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <h1 className={styles.title}>{tApp('titles.learningHub')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </HorizonPanel>
      {access === 'use' ? (
        <>
          <ListNav label={t('lists.label')} lists={lists} />
          <QueuedEntries />
          <SessionList key={list} list={list} />
        </>
      ) : (
        <HubClosed />
      )}
    </div>
  );
}

function SessionList({ list }: { list: ListName }) {
  const { t, i18n } = useTranslation('learning');
  const [address, setAddress] = useSearchParams();
  const typed = list === 'all' ? (address.get('search') ?? '') : '';
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery({
    ...sessionsQuery(list, i18n.language, search),
    // The sessions found before stay until the next are here.
    placeholderData: (before) => before,
  });
  const setSearch = (text: string) => setAddress(text === '' ? {} : { search: text }, { replace: true });

  useEffect(() => {
    if (search !== '' && data !== undefined) announce(t('search.found', { count: data.length }));
  }, [search, data, t]);

  return (
    <>
      {list === 'all' && (
        <TextInput
          className={styles.search}
          classNames={{ input: styles.field ?? '' }}
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          size="md"
          radius="xl"
          maxLength={100}
          leftSection={<Search aria-hidden size={18} />}
          rightSection={
            typed !== '' && <CloseButton aria-label={t('search.clear')} onClick={() => setSearch('')} />
          }
          value={typed}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {data !== undefined && data.length > 0 && <SessionGrid sessions={data} />}
      {data?.length === 0 && <Nothing list={search === '' ? list : 'search'} />}
      {data === undefined && error === null && <SessionGridSkeleton count={6} />}
      {data === undefined && error !== null && <SessionsFailed onRetry={() => void refetch()} />}
    </>
  );
}

function Nothing({ list }: { list: ListName | 'search' }) {
  const { t } = useTranslation('learning');
  return (
    <EmptyState
      icon={BookOpen}
      title={t(`empty.${list}`)}
      action={
        list !== 'all' && (
          <Button component={Link} to="/learninghub/allsession" variant="light">
            {t('empty.toAll')}
          </Button>
        )
      }
    >
      {t(`empty.${list}Text`)}
    </EmptyState>
  );
}
