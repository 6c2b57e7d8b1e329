import { Button } from '@mantine/core';
import { ClipboardList, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import { AllSurveys } from './all-surveys';
import { FILTERS, SURVEY_WINDOWS } from './survey-window';
import styles from './surveys-page.module.css';
import { useWhenText } from './use-when-text';
import { useWindowColumns } from './window-columns';

/** When people are asked to take surveys, and the surveys themselves. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <AreaPage title={t('staff.surveys')} lead={t('surveys.lead')}>
      <Windows />
      <AllSurveys />
    </AreaPage>
  );
}

function Windows() {
  const { t } = useTranslation('staff');
  const { search } = useLocation();
  const list = useList(SURVEY_WINDOWS);
  const programmes = useProgrammes();
  const columns = useWindowColumns(programmes.hasSeveral);
  const whenOf = useWhenText();
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'state',
        label: t('surveys.state'),
        options: FILTERS.state.map((value) => ({ value, label: t(`surveys.states.${value}`) })),
      },
      {
        kind: 'options',
        name: 'kind',
        label: t('surveys.whenLabel'),
        options: FILTERS.kind.map((value) => ({ value, label: t(`surveys.kinds.${value}`) })),
      },
      ...programmes.filters,
    ],
    [t, programmes],
  );
  return (
    // The list is a region of its own.
    <div>
      <h2 className={styles.title}>{t('surveys.windows')}</h2>
      <DataTable
        list={list}
        label={t('surveys.windows')}
        columns={columns}
        filters={filters}
        nameOf={(window) => `${window.survey.name}, ${whenOf(window)}`}
        empty={{
          icon: ClipboardList,
          title: t('surveys.none'),
          text: t('surveys.noneText'),
          action: (
            <Button component={Link} to="/staff/surveys/new?kind=exit" variant="light">
              {t('surveys.setExit')}
            </Button>
          ),
        }}
        actions={
          <Button
            component={Link}
            to="/staff/surveys/new"
            state={{ list: search }}
            leftSection={<Plus aria-hidden size={17} />}
          >
            {t('surveys.ask')}
          </Button>
        }
      />
    </div>
  );
}
