import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import { useList } from '../../../shared/lists/use-list';
import { staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import { MakeButton } from './make-button';
import { useOutcomeColumns } from './outcome-columns';
import { REPORTS, yearsText } from './outcome-report';

/** The reports of outcomes, and the way to a new one. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(REPORTS);
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = useProgrammes();
  const columns = useOutcomeColumns(programmes.hasSeveral);
  return (
    <AreaPage title={t('staff.outcomes')} lead={t('outcomes.lead')}>
      <DataTable
        list={list}
        label={t('staff.outcomes')}
        searchLabel={t('outcomes.search')}
        columns={columns}
        filters={programmes.filters}
        nameOf={yearsText}
        empty={{ icon: ChartNoAxesColumn, title: t('outcomes.none'), text: t('outcomes.noneText') }}
        actions={access && <MakeButton programmes={access.reportedProgrammes} />}
      />
    </AreaPage>
  );
}
