import { Button } from '@mantine/core';
import { Plus, Shapes } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../../shared/lists/data-table';
import { useList } from '../../../../shared/lists/use-list';
import { AreaPage } from '../../components/area-page';
import type { Cohort } from '../../components/cohorts';
import { COHORTS } from '../../components/cohorts';
import { useProgrammes } from '../../components/use-programmes';
import { PeopleTabs } from '../people-tabs';
import { NewCohortDialog, RemoveCohortDialog, RenameCohortDialog } from './cohort-dialogs';
import { useCohortColumns } from './use-cohort-columns';

/** The cohorts of the programmes in the scope of the person, and what changes them. */
export function Component() {
  const { t } = useTranslation('staff');
  const list = useList(COHORTS);
  const programmes = useProgrammes();
  const [isAdding, setIsAdding] = useState(false);
  const [renamed, setRenamed] = useState<Cohort | null>(null);
  const [removed, setRemoved] = useState<Cohort | null>(null);
  const columns = useCohortColumns(programmes.hasSeveral, { onRename: setRenamed, onRemove: setRemoved });
  return (
    <AreaPage title={t('cohorts.title')} lead={t('cohorts.lead')}>
      <PeopleTabs shown="cohorts" />
      <DataTable
        list={list}
        label={t('cohorts.title')}
        searchLabel={t('cohorts.search')}
        columns={columns}
        filters={programmes.filters}
        nameOf={({ name }) => name}
        empty={{ icon: Shapes, title: t('cohorts.none'), text: t('cohorts.noneText') }}
        actions={
          <Button leftSection={<Plus aria-hidden size={17} />} onClick={() => setIsAdding(true)}>
            {t('cohorts.add')}
          </Button>
        }
      />
      {isAdding && <NewCohortDialog onClose={() => setIsAdding(false)} />}
      {renamed !== null && <RenameCohortDialog cohort={renamed} onClose={() => setRenamed(null)} />}
      {removed !== null && <RemoveCohortDialog cohort={removed} onClose={() => setRemoved(null)} />}
    </AreaPage>
  );
}
