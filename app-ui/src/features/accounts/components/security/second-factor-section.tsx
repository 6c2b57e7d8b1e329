import '../../../../shared/second-factor/texts';
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, Banner, formatDate, loginSession, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { RecoveryCodes } from '../../../../shared/second-factor/recovery-codes';
import { useSecondFactor } from '../../../../shared/second-factor/use-second-factor';
import styles from './security-dialog.module.css';

const overview = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.get('/api/v2/users/second-factor/', { signal }),
});

/** The authenticator app and the recovery codes of a member of staff. */
export function SecondFactorSection() {
  const { t, i18n } = useTranslation('secondFactor');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const query = useQuery(overview);
  const factor = useSecondFactor();
  const [isResetting, setIsResetting] = useState(false);
  const replace = useMutation({
    mutationFn: () => factor.run(() => api.post('/api/v2/users/second-factor/recovery-codes/')),
    onSuccess: () => queries.invalidateQueries(overview),
  });
  const reset = useMutation({
    mutationFn: () => factor.run(() => api.delete('/api/v2/users/second-factor/')),
    onSuccess: () => loginSession.expired(),
  });
  const failure = replace.error ?? reset.error;
  return (
    <section className={styles.section} aria-labelledby="own-app">
      <h3 className={styles.heading} id="own-app">
        {t('section.title')}
      </h3>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {errorText(failure)}
        </Banner>
      )}
      <QueryState query={query}>
        {({ setUpAt, recoveryCodesLeft }) => (
          <p className={styles.hint}>
            {t('section.since', { date: formatDate(setUpAt, i18n.language, 'sentence') })}{' '}
            {t('section.left', { count: recoveryCodesLeft })}
          </p>
        )}
      </QueryState>
      {replace.data ? (
        <>
          <p className={styles.hint}>{t('recovery.lead')}</p>
          <RecoveryCodes codes={replace.data.recoveryCodes} />
        </>
      ) : (
        <Button variant="default" loading={replace.isPending} onClick={() => replace.mutate()}>
          {t('section.newCodes')}
        </Button>
      )}
      {isResetting ? (
        <>
          <p>{t('section.resetText')}</p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setIsResetting(false)}>
              {t('section.keep')}
            </Button>
            <Button color="red" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('section.confirmReset')}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="subtle" onClick={() => setIsResetting(true)}>
          {t('section.reset')}
        </Button>
      )}
      {factor.dialog}
    </section>
  );
}
