import { Navigate, useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { AreaPage } from '../../components/area-page';
import { AreaTabs } from '../../components/area-tabs';
import { DutyLines } from '../../team/duty-lines';
import type { CaseListName } from '../api/cases';
import { CaseList } from '../components/case-list';

/** Open, closed and all cases: reports and alerts. */
export function Component() {
  const { t } = useTranslation('staff');
  const [search] = useSearchParams();
  const list = search.get('list');
  // A link from when recordings were a list of this page.
  if (list === 'recordings') return <Navigate to="/staff/recordings" replace />;
  const shown: CaseListName = list === 'closed' || list === 'all' ? list : 'open';

  const tab = (name: CaseListName, label: string) => {
    const next = new URLSearchParams(search);
    next.delete('sort');
    if (name === 'open') next.delete('list');
    else next.set('list', name);
    return { to: { search: next.toString() }, label, isCurrent: name === shown };
  };
  const tabs = [
    tab('open', t('safeguarding.open')),
    tab('closed', t('safeguarding.resolved')),
    tab('all', t('safeguarding.all')),
  ];
  return (
    <AreaPage title={t('staff.reports')} lead={t('safeguarding.lead')}>
      <DutyLines />
      <AreaTabs label={t('safeguarding.tabs')} tabs={tabs} />
      <CaseList key={shown} name={shown} />
    </AreaPage>
  );
}
