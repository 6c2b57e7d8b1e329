import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { CaseList } from '../components/case-list';
import { RecordingsList } from '../components/recordings-list';
import styles from './reports-page.module.css';

/** Reports, crisis alerts and recordings. */
export function Component() {
  const { t } = useTranslation('app');
  const [search] = useSearchParams();
  const list = search.get('list');
  const heading = useRef<HTMLHeadingElement>(null);
  const [editingId, setEditingId] = useState<string | null>(null);

  const tab = (to: string, label: string, isCurrent: boolean) => (
    <Link
      className={styles.tab}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => setEditingId(null)}
    >
      {label}
    </Link>
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {t('safeguarding.title')}
      </h1>
      <p className={styles.lead}>{t('safeguarding.lead')}</p>
      <nav className={styles.tabs} aria-label={t('safeguarding.tabs')}>
        {tab('/staff/reports', t('safeguarding.open'), list === null)}
        {tab('/staff/reports?list=closed', t('safeguarding.resolved'), list === 'closed')}
        {tab('/staff/reports?list=recordings', t('safeguarding.recordings'), list === 'recordings')}
      </nav>
      {list === 'recordings' ? (
        <RecordingsList />
      ) : (
        <CaseList
          isResolved={list === 'closed'}
          editingId={editingId}
          onEditingChange={setEditingId}
          onRemoved={() => heading.current?.focus()}
        />
      )}
    </div>
  );
}
