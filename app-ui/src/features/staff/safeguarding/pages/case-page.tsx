import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { RecordPage } from '../../components/record-page';
import { caseQuery } from '../api/cases';
import { CaseCard } from '../components/case-card';

/** One case with the acts of staff. */
export function Component() {
  const { t } = useTranslation('staff');
  const { caseId = '' } = useParams();
  return (
    <RecordPage query={useQuery(caseQuery(caseId))} list="/staff/reports" back={t('safeguarding.back')}>
      {(item) => <CaseCard key={item.id} item={item} />}
    </RecordPage>
  );
}
