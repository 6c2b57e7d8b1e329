import { Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import { ROLES, TEAM } from './colleague';
import { DutyLines } from './duty-lines';
import { useTeamColumns } from './team-columns';

/** The staff of the programmes of the person: their roles, who is on duty, and what they have taken. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(TEAM);
  const programmes = useProgrammes();
  const columns = useTeamColumns();
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'role',
        label: t('people.role'),
        options: [...ROLES, 'none' as const].map((value) => ({
          value,
          label: t(`colleagues.roles.${value}`),
        })),
      },
      {
        kind: 'options',
        name: 'absent',
        label: t('colleagues.absence.title'),
        isSingle: true,
        options: [{ value: 'yes', label: t('colleagues.absence.now') }],
      },
      {
        kind: 'options',
        name: 'status',
        label: t('people.status'),
        isSingle: true,
        options: (['active', 'closed'] as const).map((value) => ({
          value,
          label: t(`people.statuses.${value}`),
        })),
      },
      ...programmes.filters,
    ],
    [t, programmes],
  );
  return (
    <AreaPage title={t('staff.team')} lead={t('colleagues.lead')}>
      <DutyLines />
      <DataTable
        list={list}
        label={t('staff.team')}
        searchLabel={t('people.search')}
        columns={columns}
        filters={filters}
        nameOf={({ name }) => name}
        empty={{ icon: Users, title: t('colleagues.none'), text: t('colleagues.noneText') }}
      />
    </AreaPage>
  );
}
