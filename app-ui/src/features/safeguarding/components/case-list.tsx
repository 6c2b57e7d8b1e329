import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
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
  const query = useQuery({ ...casesQuery(isResolved), enabled: editingId === null });
  const empty = (
    <EmptyState
      icon={ShieldCheck}
      title={isResolved ? t('safeguarding.noneResolved') : t('safeguarding.noneOpen')}
    >
      {isResolved ? t('safeguarding.noneResolvedText') : t('safeguarding.noneOpenText')}
    </EmptyState>
  );
  return (
    <QueryState query={query} empty={empty}>
      {(cases) => (
        <ul className={styles.list}>
          {cases.map((item) => (
            <li key={item.id}>
              <CaseCard
                item={item}
                isEditing={editingId === item.id}
                onEditingChange={(is) => {
                  onEditingChange(is ? item.id : null);
                  if (!is) void query.refetch();
                }}
                onRemoved={onRemoved}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}
