import { useQuery } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { DataTable } from '../../../shared/lists/data-table';
import type { Filter } from '../../../shared/lists/filter';
import { useList } from '../../../shared/lists/use-list';
import { AreaPage } from '../components/area-page';
import { useProgrammes } from '../components/use-programmes';
import styles from './matching-page.module.css';
import { ProgrammeSituation } from './programme-situation';
import { ROUNDS, STATES, situationsQuery } from './round';
import { useRoundColumns, useRoundName } from './round-columns';
import { WaitingGroups } from './waiting-groups';

/** Who waits for a match in each programme, what comes next, and the rounds so far. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <AreaPage title={t('staff.matching')} lead={t('matching.lead')}>
      <QueryState query={useQuery(situationsQuery)}>
        {({ programmes }) =>
          programmes.length === 0 ? (
            <EmptyState icon={Waypoints} title={t('matching.off')}>
              {t('matching.offText')}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.programmes}>
                {programmes.map((one) => (
                  <ProgrammeSituation key={one.programme.id} situation={one} />
                ))}
              </ul>
              <WaitingGroups />
              <Rounds />
            </>
          )
        }
      </QueryState>
    </AreaPage>
  );
}

function Rounds() {
  const { t } = useTranslation('staff');
  const list = useList(ROUNDS);
  const programmes = useProgrammes();
  const nameOf = useRoundName();
  const columns = useRoundColumns(programmes.hasSeveral);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'options',
        name: 'state',
        label: t('matching.state'),
        options: STATES.map((value) => ({ value, label: t(`matching.filters.${value}`) })),
      },
      ...programmes.filters,
    ],
    [t, programmes],
  );
  return (
    // The list is a region of its own.
    <div>
      <h2 className={styles.rounds}>{t('matching.rounds')}</h2>
      <DataTable
        list={list}
        label={t('matching.rounds')}
        columns={columns}
        filters={filters}
        nameOf={nameOf}
        empty={{ icon: Waypoints, title: t('matching.none'), text: t('matching.noneText') }}
      />
    </div>
  );
}
