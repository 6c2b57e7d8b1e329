import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Banner,
  formatDate,
  HttpError,
  publicApi,
  type Schemas,
  suggestLanguage,
  useErrorText,
  useTranslation,
} from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import styles from './consent.module.css';
import { isOver } from './is-over';
import { Message } from './message';

/** The consent that stands, and the button that takes it back. */
export function Withdrawal({ token }: { token: string }) {
  const { t } = useTranslation('app');
  const [isDone, setIsDone] = useState(false);
  const query = useQuery({
    queryKey: ['guardian-withdrawal', token],
    queryFn: async () => {
      const suggest = suggestLanguage();
      const standing = await publicApi.post('/api/v2/guardian-consent/standing/', { body: { token } });
      await suggest(standing.language);
      return standing;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 1 && !(error instanceof HttpError && error.status < 500),
  });
  if (isDone) return <Message isResult title={t('guardian.withdrawn')} text={t('guardian.withdrawnText')} />;
  if (isOver(query.error)) return <Message title={t('guardian.over')} text={t('guardian.overText')} />;
  return (
    <QueryState query={query}>
      {(standing) => <Standing token={token} standing={standing} onDone={() => setIsDone(true)} />}
    </QueryState>
  );
}

interface StandingProps {
  token: string;
  standing: Schemas['StandingConsent'];
  onDone: () => void;
}

function Standing({ token, standing: { version, givenAt }, onDone }: StandingProps) {
  const { t, i18n } = useTranslation('app');
  const errorText = useErrorText();
  const withdraw = useMutation({
    mutationFn: () => publicApi.post('/api/v2/guardian-consent/withdrawal/', { body: { token } }),
    onSuccess: onDone,
  });
  return (
    <>
      <h1 className={styles.title}>{t('guardian.withdrawTitle')}</h1>
      <p className={styles.lead}>
        {t('guardian.givenOn', { day: formatDate(givenAt, i18n.language, 'sentence'), version })}
      </p>
      <p>{t('guardian.withdrawText')}</p>
      {withdraw.error !== null && (
        <Banner tone="danger" role="alert">
          {isOver(withdraw.error) ? t('guardian.overText') : errorText(withdraw.error)}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button size="md" onClick={() => withdraw.isPending || withdraw.mutate()}>
          {t('guardian.withdraw')}
        </Button>
      </div>
    </>
  );
}
