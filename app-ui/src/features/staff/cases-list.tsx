import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { CaseCard } from './case-card';
import { casesQuery } from './cases';
import styles from './reports-page.module.css';

interface CasesListProps {
  isClosed: boolean;
  /** The case whose closing is being written. While somebody writes, nothing moves under their hands. */
  writingOn: string | null;
  onWriting: (id: string | null) => void;
  /** A card has left the list. */
  onGone: () => void;
}

/** Reports and cries for help, open or closed; what others did meanwhile shows when nobody writes here. */
export function CasesList({ isClosed, writingOn, onWriting, onGone }: CasesListProps) {
  const { t } = useTranslation('app');
  const { data, error, refetch } = useQuery({ ...casesQuery(isClosed), enabled: writingOn === null });
  if (data === undefined) {
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={ShieldCheck} title={isClosed ? t('staff.noneClosed') : t('staff.noneOpen')}>
        {isClosed ? t('staff.noneClosedText') : t('staff.noneOpenText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {data.map((one) => (
        <li key={one.id}>
          <CaseCard
            one={one}
            isWriting={writingOn === one.id}
            onWriting={(is) => {
              onWriting(is ? one.id : null);
              if (!is) void refetch();
            }}
            onGone={onGone}
          />
        </li>
      ))}
    </ul>
  );
}
