import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { WithPermission } from '../components/with-permission';
import '../texts';
import { ExportDialog } from './export-dialog';
import { FACTS, nameOf, PEOPLE, ROLES, STATUSES } from './person';
import { usePersonColumns } from './person-columns';

/** The people of the programmes in the scope of the person. */
export function Component() {
  return (
    <WithPermission permission="read_people">
      <People />
    </WithPermission>
  );
}

function People() {
  const { t } = useTranslation('staff');
  const list = useList(PEOPLE);
  const { data: access } = useQuery(staffAccessQuery);
  const [isExporting, setIsExporting] = useState(false);
  const programmes = access?.programmes ?? [];
  const columns = usePersonColumns(programmes.length !== 1);
  const filters = useMemo<Filter[]>(() => {
    const options = (values: readonly string[], textOf: (value: string) => string) =>
      values.map((value) => ({ value, label: textOf(value) }));
    const all: Filter[] = [
      {
        kind: 'options',
        name: 'role',
        label: t('people.role'),
        options: options(ROLES, (role) => t(`people.roles.${role}`)),
      },
      {
        kind: 'options',
        name: 'fact',
        label: t('people.missing'),
        options: options(FACTS, (fact) => t(`people.facts.${fact}`)),
      },
      {
        kind: 'options',
        name: 'matched',
        label: t('people.match'),
        isSingle: true,
        options: options(['yes', 'no'], (is) => t(`people.matched.${is}`)),
      },
      {
        kind: 'options',
        name: 'status',
        label: t('people.status'),
        isSingle: true,
        options: options(STATUSES, (status) => t(`people.statuses.${status}`)),
      },
    ];
    const [first] = programmes;
    if (first && programmes.length > 1)
      all.push({
        kind: 'options',
        name: 'programme',
        label: t('people.programme'),
        options: programmes.map(({ id, title }) => ({ value: id, label: title })),
      });
    return all;
  }, [t, programmes]);
  return (
    <AreaPage title={t('people.title')} lead={t('people.lead')}>
      <DataTable
        list={list}
        label={t('people.title')}
        searchLabel={t('people.search')}
        columns={columns}
        filters={filters}
        nameOf={nameOf}
        empty={{ icon: UsersRound, title: t('people.none'), text: t('people.noneText') }}
        actions={
          access?.permissions.includes('export_people') && (
            <Button
              variant="default"
              leftSection={<Download aria-hidden size={17} />}
              onClick={() => setIsExporting(true)}
            >
              {t('export.open')}
            </Button>
          )
        }
      />
      {isExporting && <ExportDialog list={list} onClose={() => setIsExporting(false)} />}
    </AreaPage>
  );
}
