import { useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import { CasesList } from './cases-list';
import { RecordingsList } from './recordings-list';
import styles from './reports-page.module.css';

/** What people told the programme team, who cried for help, and what became of recordings. For staff alone. */
export function Component() {
  return useMe().role === 'Staff' ? <ReportsPage /> : <Navigate to="/" replace />;
}

function ReportsPage() {
  const { t } = useTranslation('app');
  const [search] = useSearchParams();
  const list = search.get('list');
  const heading = useRef<HTMLHeadingElement>(null);
  const [writingOn, setWritingOn] = useState<string | null>(null);

  const tab = (to: string, label: string, isCurrent: boolean) => (
    <Link
      className={styles.tab}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => setWritingOn(null)}
    >
      {label}
    </Link>
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {t('staff.title')}
      </h1>
      <p className={styles.lead}>{t('staff.lead')}</p>
      <nav className={styles.tabs} aria-label={t('staff.lists')}>
        {tab('/staff/reports', t('staff.open'), list === null)}
        {tab('/staff/reports?list=closed', t('staff.closed'), list === 'closed')}
        {tab('/staff/reports?list=recordings', t('staff.recordings'), list === 'recordings')}
      </nav>
      {list === 'recordings' ? (
        <RecordingsList />
      ) : (
        <CasesList
          isClosed={list === 'closed'}
          writingOn={writingOn}
          onWriting={setWritingOn}
          onGone={() => heading.current?.focus()}
        />
      )}
    </div>
  );
}
