import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState, formatDateTime, HttpError, Logo, publicApi, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { MAIN_ID } from '../../../shared/page/main-id';
import { Component as NotFound } from '../../../shared/page/not-found-page';
import { AppCodes } from '../components/app-codes';
import { MailView } from '../components/mail-view';
import styles from './dev-mailbox-page.module.css';

type SentMail = Schemas['SentMail'];

/** Poll interval of the mailbox. */
const POLL_INTERVAL_MS = 2_000;

export function Component() {
  const { t } = useTranslation('app');
  const query = useQuery({
    queryKey: ['dev-outbox'],
    queryFn: ({ signal }) => publicApi.get('/api/dev/outbox/', { signal }),
    refetchInterval: ({ state }) => (state.error === null ? POLL_INTERVAL_MS : false),
  });
  // The route exists only with `--demo`.
  if (query.error instanceof HttpError && query.error.status === 404) return <NotFound />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link className={styles.home} to="/" aria-label={t('shell.toHome')}>
          <Logo />
        </Link>
        <p className={styles.warning}>{t('devMailbox.warning')}</p>
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <h1 className={styles.title}>{t('titles.devMailbox')}</h1>
        <AppCodes />
        <QueryState
          query={query}
          empty={
            <EmptyState icon={Mail} title={t('devMailbox.none')}>
              {t('devMailbox.noneText')}
            </EmptyState>
          }
        >
          {(mails) => <Mails mails={mails} />}
        </QueryState>
      </main>
    </div>
  );
}

function Mails({ mails }: { mails: readonly SentMail[] }) {
  const { t, i18n } = useTranslation('app');
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = mails.find(({ id }) => id === chosen) ?? mails[0];
  return (
    <div className={styles.columns}>
      <ul className={styles.list} aria-label={t('devMailbox.list')}>
        {mails.map(({ id, to, subject, sentAt }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.row}
              aria-current={id === shown?.id}
              onClick={() => setChosen(id)}
            >
              <span className={styles.subject} dir="auto">
                {subject}
              </span>
              <span className={styles.to}>{to}</span>
              {sentAt !== null && (
                <time className={styles.to} dateTime={sentAt}>
                  {formatDateTime(sentAt, i18n.language)}
                </time>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown && <MailView key={shown.id} mail={shown} />}
    </div>
  );
}
