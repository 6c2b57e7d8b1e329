import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Schemas, useTranslation } from 'ui-kit';
import type { Filter } from '../../../shared/lists/filter';
import { UUID } from '../../../shared/lists/list-query';
import { everyRow, type ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';
import { byName } from './by-name';

/** A group of people within a programme, such as the class of a school. */
export type Cohort = Schemas['StaffCohort'];

export const COHORTS: ListDefinition<Cohort> = {
  name: 'cohorts',
  shape: {
    filters: { programme: UUID },
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/cohorts/'),
};

/** The cohorts of a programme, or of all programmes in the scope of the person, by name. */
export const cohortsQuery = (programme: string | null) =>
  queryOptions({
    queryKey: ['staff', 'cohorts', programme],
    queryFn: ({ signal }) => everyRow(COHORTS, programme === null ? {} : { programme }, signal),
    select: (cohorts) => cohorts.toSorted((one, other) => byName(one.name, other.name)),
    staleTime: 10_000,
  });

/** The filter of a list by cohort; none where there are no cohorts. `programmes`: those that the list shows. */
export function useCohortFilters(programmes: readonly string[] = [], hasSeveral = false): readonly Filter[] {
  const { t } = useTranslation('staff');
  const [only = null, ...others] = programmes;
  const isOne = only !== null && others.length === 0;
  const { data } = useQuery(cohortsQuery(isOne ? only : null));
  return useMemo(() => {
    if (data === undefined || data.length === 0) return [];
    const label = ({ name, programme }: Cohort) =>
      hasSeveral && !isOne ? `${name} (${programme.title})` : name;
    const options = data.map((cohort) => ({ value: cohort.id, label: label(cohort) }));
    return [{ kind: 'options', name: 'cohort', label: t('cohorts.cohort'), options }];
  }, [data, hasSeveral, isOne, t]);
}

/** The name of a cohort of a programme; null without one, and while it is not known. */
export function useCohortName(programme: string, id: string | null): string | null {
  const isChosen = id !== null && id !== '';
  const { data = [] } = useQuery({ ...cohortsQuery(programme), enabled: isChosen });
  return (isChosen && data.find((cohort) => cohort.id === id)?.name) || null;
}
