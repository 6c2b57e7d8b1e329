import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { useCohortFilters } from '../components/cohorts';
import { ExportButton } from '../components/export-button';
import { useProgrammes } from '../components/use-programmes';
import { PeopleTabs } from './people-tabs';
import { FACTS, nameOf, PEOPLE, ROLES, STATUSES } from './person';
import { usePersonColumns } from './person-columns';
import { useBulkActs } from './use-bulk-acts';

/** The people of the programmes in the scope of the person. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(PEOPLE);
  const { data: access } = useQuery(staffAccessQuery);
  const programmes = useProgrammes();
  const cohorts = useCohortFilters(list.query.filters.programme, programmes.hasSeveral);
  const columns = usePersonColumns(programmes.hasSeveral, cohorts.length > 0);
  const filters = useMemo<Filter[]>(() => {
    const options = (values: readonly string[], textOf: (value: string) => string) =>
      values.map((value) => ({ value, label: textOf(value) }));
    return [
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
        name: 'without',
        label: t('people.without.title'),
        options: options(['vetting', 'consent', 'cohort'], (fact) => t(`people.without.${fact}`)),
      },
      {
        kind: 'options',
        name: 'guardian',
        label: t('people.guardian'),
        isSingle: true,
        options: options(['asked', 'not_asked'], (is) => t(`people.guardians.${is}`)),
      },
      {
        kind: 'options',
        name: 'request',
        label: t('requests.title'),
        isSingle: true,
        options: options(['open'], () => t('requests.isOpen')),
      },
      {
        kind: 'options',
        name: 'matched',
        label: t('people.match'),
        isSingle: true,
        options: options(['yes', 'no', 'not_suggested'], (is) => t(`people.matched.${is}`)),
      },
      {
        kind: 'options',
        name: 'status',
        label: t('people.status'),
        isSingle: true,
        options: options(STATUSES, (status) => t(`people.statuses.${status}`)),
      },
      {
        kind: 'options',
        name: 'application',
        label: t('application.title'),
        isSingle: true,
        options: options(['complete', 'incomplete'], (is) => t(`application.filter.${is}`)),
      },
      {
        kind: 'options',
        name: 'joined',
        label: t('people.createdAt'),
        isSingle: true,
        options: options(['recent'], () => t('people.recently')),
      },
      ...cohorts,
      ...programmes.filters,
    ];
  }, [t, programmes, cohorts]);
  const bulkActs = useBulkActs(list.parameters.status === 'applying');
  return (
    <AreaPage title={t('people.title')} lead={t('people.lead')}>
      <PeopleTabs shown="people" />
      <DataTable
        list={list}
        label={t('people.title')}
        searchLabel={t('people.search')}
        columns={columns}
        filters={filters}
        nameOf={nameOf}
        bulkActs={bulkActs}
        empty={{ icon: UsersRound, title: t('people.none'), text: t('people.noneText') }}
        actions={
          access?.permissions.includes('export_people') && (
            <ExportButton list={list} path="/api/staff/people/export/" />
          )
        }
      />
    </AreaPage>
  );
}
