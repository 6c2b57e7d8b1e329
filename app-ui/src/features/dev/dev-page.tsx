import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  EmptyState,
  ErrorState,
  formatDateTime,
  HttpError,
  http,
  Logo,
  type Schemas,
  useTranslation,
} from 'ui-kit';
import { Component as NotFound } from '../../routes/not-found';
import { MAIN_ID } from '../../routes/root';
import styles from './dev-page.module.css';
import { MailView } from './mail-view';

type SentMail = Schemas['SentMail'];

/** Who tries the product out reads its mails here. */
const LOOK_AGAIN_MS = 2_000;

export function Component() {
  const { t } = useTranslation('app');
  const { data, error, refetch } = useQuery({
    queryKey: ['dev-outbox'],
    queryFn: ({ signal }) => http<SentMail[]>('api/dev/outbox/', { signal, anonymous: true }),
    refetchInterval: ({ state }) => (state.error === null ? LOOK_AGAIN_MS : false),
  });
  // Only a demonstration has this page.
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link className={styles.home} to="/" aria-label={t('shell.toHome')}>
          <Logo />
        </Link>
        <p className={styles.warning}>{t('dev.warning')}</p>
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <h1 className={styles.title}>{t('titles.dev')}</h1>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState icon={Mail} title={t('dev.none')}>
            {t('dev.noneText')}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && <Mails mails={data} />}
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
      <ul className={styles.list} aria-label={t('dev.list')}>
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
