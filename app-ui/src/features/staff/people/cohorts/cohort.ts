import { api, type Schemas } from 'ui-kit';
import type { Cohort } from '../../components/cohorts';

export const MAX_NAME = 60;

export const peopleIn = ({ mentees, mentors }: Cohort): number => mentees + mentors;

const paramsOf = ({ id }: Cohort) => ({ path: { cohort: id } });

export async function createCohort(body: Schemas['CohortRequest']): Promise<void> {
  await api.post('/api/staff/cohorts/', { body });
}

export async function renameCohort(cohort: Cohort, name: string): Promise<void> {
  await api.put('/api/staff/cohorts/{cohort}/', {
    params: paramsOf(cohort),
    body: { was: cohort.name, name },
  });
}

export async function removeCohort(cohort: Cohort): Promise<void> {
  await api.delete('/api/staff/cohorts/{cohort}/', { params: paramsOf(cohort) });
}

/** Puts people into a cohort of their programme; null takes them out of theirs. */
export const putIntoCohort = (people: string[], cohort: string | null) =>
  api.post('/api/staff/people/cohort/', { body: { people, cohort } });
