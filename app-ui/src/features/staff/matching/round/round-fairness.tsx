import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { FairnessTables } from '../fairness-tables';
import { fairnessQuery } from '../round';
import styles from './round-page.module.css';

/** Whom a round serves, by the answers of its mentees. */
export function RoundFairness({ run }: { run: string }) {
  const { t } = useTranslation('staff');
  const { data, error, refetch } = useQuery(fairnessQuery(run));
  if (data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.parts}>
      <FairnessTables questions={data.questions} sets={[]} />
      {data.questions.length > 0 && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<Printer aria-hidden size={17} />}
            onClick={() => window.print()}
          >
            {t('fairness.print')}
          </Button>
        </div>
      )}
    </div>
  );
}
