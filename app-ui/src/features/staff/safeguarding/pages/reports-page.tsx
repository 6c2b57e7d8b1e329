import { Navigate, useSearchParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { AreaPage } from '../../components/area-page';
import { AreaTabs } from '../../components/area-tabs';
import { DutyLines } from '../../team/duty-lines';
import type { CaseListName } from '../api/cases';
import { CaseFigures } from '../components/case-figures';
import { CaseList } from '../components/case-list';

/** Names of list filters that the address of one tab does not hand to another. */
const OF_FIGURES = ['opened', 'closed', 'reopened', 'openAt'];

/** Open, closed and all cases: reports and alerts; and their numbers by month. */
export function Component() {
  const { t } = useTranslation('staff');
  const [search] = useSearchParams();
  const list = search.get('list');
  // A link from when recordings were a list of this page.
  if (list === 'recordings') return <Navigate to="/staff/recordings" replace />;
  const shown = list === 'closed' || list === 'all' || list === 'figures' ? list : 'open';

  const tab = (name: CaseListName | 'figures', label: string) => {
    const next = new URLSearchParams(search);
    for (const param of ['sort', ...OF_FIGURES]) next.delete(param);
    if (name === 'open') next.delete('list');
    else next.set('list', name);
    return { to: { search: next.toString() }, label, isCurrent: name === shown };
  };
  const tabs = [
    tab('open', t('safeguarding.open')),
    tab('closed', t('safeguarding.resolved')),
    tab('all', t('safeguarding.all')),
    tab('figures', t('safeguarding.figures.tab')),
  ];
  return (
    <AreaPage title={t('staff.reports')} lead={t('safeguarding.lead')}>
      <DutyLines />
      <AreaTabs label={t('safeguarding.tabs')} tabs={tabs} />
      {shown === 'figures' ? <CaseFigures /> : <CaseList key={shown} name={shown} />}
    </AreaPage>
  );
}
