import { useQuery } from '@tanstack/react-query';
import { publicApi, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { renderSVG } from 'uqr';
import styles from './app-set-up.module.css';

/** Shows what a new authenticator app scans or what a person types into it. */
export function AppSetUp({ ticket }: { ticket: string }) {
  const { t } = useTranslation('secondFactor');
  const query = useQuery({
    queryKey: ['second-factor-set-up', ticket],
    queryFn: () => publicApi.post('/api/v2/users/second-factor/set-up/', { body: { ticket } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <ol className={styles.steps}>
      <li>{t('setUp.install')}</li>
      <li>
        <p>{t('setUp.scan')}</p>
        <QueryState query={query}>
          {({ address, secret }) => (
            <div className={styles.app}>
              <img
                className={styles.picture}
                alt={t('setUp.picture')}
                src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`}
              />
              <div className={styles.key}>
                <p className={styles.hint}>{t('setUp.type')}</p>
                <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</code>
                <a href={address}>{t('setUp.open')}</a>
              </div>
            </div>
          )}
        </QueryState>
      </li>
      <li>{t('setUp.enter')}</li>
    </ol>
  );
}
