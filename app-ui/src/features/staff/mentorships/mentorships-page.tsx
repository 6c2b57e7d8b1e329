import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Handshake, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { staffAccessQuery } from '../api/staff';
import { AreaPage } from '../components/area-page';
import { useCohortFilters } from '../components/cohorts';
import { ExportButton } from '../components/export-button';
import { useProgrammes } from '../components/use-programmes';
import { CONTACTS, KINDS, MENTORSHIPS, othersOf, REASONS, STATES, titleOf } from './mentorship';
import { useMentorshipColumns } from './mentorship-columns';
import styles from './mentorships-page.module.css';

/** The mentorships of the programmes in the scope of the person. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(MENTORSHIPS);
  const former = t('mentorships.former');
  const { data: access } = useQuery(staffAccessQuery);
  const { search } = useLocation();
  const programmes = useProgrammes();
  const cohorts = useCohortFilters(list.query.filters.programme, programmes.hasSeveral);
  const columns = useMentorshipColumns(programmes.hasSeveral);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'contact',
        label: t('mentorships.contact'),
        options: CONTACTS.map((value) => ({ value, label: t(`mentorships.contacts.${value}`) })),
      },
      {
        kind: 'options',
        name: 'state',
        label: t('mentorships.state'),
        isSingle: true,
        options: STATES.map((value) => ({ value, label: t(`mentorships.states.${value}`) })),
      },
      {
        kind: 'options',
        name: 'reason',
        label: t('endReasons.title'),
        options: REASONS.map((value) => ({ value, label: t(`endReasons.names.${value}`) })),
      },
      {
        kind: 'options',
        name: 'learning',
        label: t('mentorships.sessions'),
        isSingle: true,
        options: [{ value: 'recent', label: t('mentorships.learnedRecently') }],
      },
      {
        kind: 'options',
        name: 'kind',
        label: t('mentorships.kind'),
        isSingle: true,
        options: KINDS.map((value) => ({ value, label: t(`mentorships.kinds.${value}`) })),
      },
      ...cohorts,
      ...programmes.filters,
    ],
    [t, programmes, cohorts],
  );
  return (
    <AreaPage title={t('staff.mentorships')} lead={t('mentorships.lead')}>
      <DataTable
        list={list}
        label={t('staff.mentorships')}
        searchLabel={t('mentorships.search')}
        columns={columns}
        filters={filters}
        nameOf={(mentorship) => `${titleOf(mentorship, former)}, ${othersOf(mentorship, former)}`}
        empty={{ icon: Handshake, title: t('mentorships.none'), text: t('mentorships.noneText') }}
        actions={
          <div className={styles.actions}>
            {access?.permissions.includes('manage_matching') && (
              <Button
                component={Link}
                to="/staff/mentorships/new"
                state={{ list: search }}
                leftSection={<Plus aria-hidden size={17} />}
              >
                {t('match.title')}
              </Button>
            )}
            {access?.permissions.includes('export_people') && (
              <ExportButton list={list} path="/api/staff/mentorships/export/" />
            )}
          </div>
        }
      />
    </AreaPage>
  );
}
