import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { EmptyState, ErrorState, LoadingState, useTranslation } from 'ui-kit';
import { casesQuery } from '../api/cases';
import styles from '../pages/reports-page.module.css';
import { CaseCard } from './case-card';

interface CaseListProps {
  isResolved: boolean;
  /** Id of the case whose resolution is being edited. Meanwhile the list does not refresh. */
  editingId: string | null;
  onEditingChange: (id: string | null) => void;
  /** A case has left the list. */
  onRemoved: () => void;
}

/** Open or resolved reports and crisis alerts. */
export function CaseList({ isResolved, editingId, onEditingChange, onRemoved }: CaseListProps) {
  const { t } = useTranslation('app');
  const { data, error, refetch } = useQuery({ ...casesQuery(isResolved), enabled: editingId === null });
  if (data === undefined) {
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title={isResolved ? t('safeguarding.noneResolved') : t('safeguarding.noneOpen')}
      >
        {isResolved ? t('safeguarding.noneResolvedText') : t('safeguarding.noneOpenText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {data.map((item) => (
        <li key={item.id}>
          <CaseCard
            item={item}
            isEditing={editingId === item.id}
            onEditingChange={(is) => {
              onEditingChange(is ? item.id : null);
              if (!is) void refetch();
            }}
            onRemoved={onRemoved}
          />
        </li>
      ))}
    </ul>
  );
}
