import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import { CaseCard } from './case-card';
import { casesQuery } from './cases';
import styles from './reports-page.module.css';

/** What people told the programme team, and who cried for help. For staff alone. */
export function Component() {
  return useMe().role === 'Staff' ? <ReportsPage /> : <Navigate to="/" replace />;
}

function ReportsPage() {
  const { t } = useTranslation('app');
  const [search] = useSearchParams();
  const isClosed = search.get('list') === 'closed';
  const heading = useRef<HTMLHeadingElement>(null);
  // While somebody writes, nothing moves under their hands; what others did meanwhile shows when they are done.
  const [writingOn, setWritingOn] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({ ...casesQuery(isClosed), enabled: writingOn === null });

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
        {tab('/staff/reports', t('staff.open'), !isClosed)}
        {tab('/staff/reports?list=closed', t('staff.closed'), isClosed)}
      </nav>
      {data === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={isClosed ? t('staff.noneClosed') : t('staff.noneOpen')}>
          {isClosed ? t('staff.noneClosedText') : t('staff.noneOpenText')}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {data.map((one) => (
            <li key={one.id}>
              <CaseCard
                one={one}
                isWriting={writingOn === one.id}
                onWriting={(is) => {
                  setWritingOn(is ? one.id : null);
                  if (!is) void refetch();
                }}
                onGone={() => heading.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
