import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import { ANNOUNCEMENTS, STATES } from './announcement';
import { useAnnouncementColumns } from './announcement-columns';
import { WriteButton } from './write-button';

/** What the team announced, and what it is about to. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(ANNOUNCEMENTS);
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = useProgrammes();
  const columns = useAnnouncementColumns(programmes.hasSeveral);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'state',
        label: t('announcements.state'),
        isSingle: true,
        options: STATES.map((value) => ({ value, label: t(`announcements.states.${value}`) })),
      },
      ...programmes.filters,
    ],
    [t, programmes],
  );
  return (
    <AreaPage title={t('staff.announcements')} lead={t('announcements.lead')}>
      <DataTable
        list={list}
        label={t('staff.announcements')}
        searchLabel={t('announcements.search')}
        columns={columns}
        filters={filters}
        nameOf={({ title }) => title || t('announcements.untitled')}
        empty={{ icon: Megaphone, title: t('announcements.none'), text: t('announcements.noneText') }}
        actions={access && <WriteButton programmes={access.managedProgrammes} />}
      />
    </AreaPage>
  );
}
