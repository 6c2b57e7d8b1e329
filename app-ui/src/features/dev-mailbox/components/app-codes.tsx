import { useQuery } from '@tanstack/react-query';
import { publicApi, useTranslation } from 'ui-kit';
import styles from '../pages/dev-mailbox-page.module.css';

/** Codes change every 30 seconds, and when they are used. */
const POLL_INTERVAL_MS = 2_000;

/** Shows the codes of authenticator apps: the people of a demonstration have no such app. */
export function AppCodes() {
  const { t } = useTranslation('app');
  const { data = [] } = useQuery({
    queryKey: ['dev-second-factors'],
    queryFn: ({ signal }) => publicApi.get('/api/dev/second-factors/', { signal }),
    refetchInterval: ({ state }) => (state.error === null ? POLL_INTERVAL_MS : false),
    retry: false,
  });
  if (data.length === 0) return null;
  return (
    <section className={styles.apps} aria-label={t('devMailbox.apps')}>
      <h2 className={styles.to}>{t('devMailbox.apps')}</h2>
      <ul className={styles.appCodes}>
        {data.map(({ email, code }) => (
          <li key={email}>
            <span>{email}</span>
            <span className={styles.letters} dir="ltr">
              {code}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
