import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { caseQuery } from '../api/cases';
import { CaseCard } from '../components/case-card';

/** One case with the acts of staff. */
export function Component() {
  const { caseId = '' } = useParams();
  // The server has the numbers of all cases under this name.
  return caseId === 'figures' ? <Navigate to="/staff/reports?list=figures" replace /> : <Case id={caseId} />;
}

function Case({ id }: { id: string }) {
  const { t } = useTranslation('staff');
  return (
    <RecordPage query={useQuery(caseQuery(id))} list="/staff/reports" back={t('safeguarding.back')}>
      {(item) => <CaseCard key={item.id} item={item} />}
    </RecordPage>
  );
}
