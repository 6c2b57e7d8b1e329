import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../../shared/lists/list-query';
import type { ListDefinition } from '../../../../shared/lists/use-list';
import { fetchPageOf } from '../../api/staff';

export type Year = Schemas['ProgrammeYearResponse'];
export type Closing = Schemas['YearClosingResponse'];
export type YearPerson = Schemas['YearPerson'];
export type NextYear = Schemas['NextYear'];

/** How often the page asks while mentorships end or people are welcomed. */
const WORKING_MS = 2_000;
const LIVE_MS = 30_000;

const inProgramme = (programme: string) => ({ path: { programme } });

const isWorking = ({ endings, toWelcome }: Year): boolean => endings.waiting > 0 || toWelcome > 0;

export const yearQuery = (programme: string) =>
  queryOptions({
    queryKey: ['staff', 'year', programme],
    queryFn: ({ signal }) =>
      api.get('/api/staff/programmes/{programme}/year/', { params: inProgramme(programme), signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isWorking(data) ? WORKING_MS : LIVE_MS),
  });

export const closingQuery = (programme: string) =>
  queryOptions({
    queryKey: ['staff', 'year', programme, 'closing'],
    queryFn: ({ signal }) =>
      api.get('/api/staff/programmes/{programme}/year/closing/', { params: inProgramme(programme), signal }),
    staleTime: 0,
  });

export const closeYear = (programme: string, keep: string[]) =>
  api.post('/api/staff/programmes/{programme}/year/closing/', {
    params: inProgramme(programme),
    body: { keep },
  });

export const retryEndings = (programme: string) =>
  api.post('/api/staff/programmes/{programme}/year/closing/retry/', { params: inProgramme(programme) });

export const decideNextYear = (programme: string, people: string[], next: NextYear) =>
  api.post('/api/staff/programmes/{programme}/year/people/', {
    params: inProgramme(programme),
    body: { people, next },
  });

/** `on`: the day; null for now. */
export const openYear = (programme: string, on: string | null) =>
  api.post('/api/staff/programmes/{programme}/year/opening/', {
    params: inProgramme(programme),
    body: { on },
  });

export const archiveProgramme = (programme: string) =>
  api.post('/api/staff/programmes/{programme}/archive/', { params: inProgramme(programme) });

export const reopenProgramme = (programme: string) =>
  api.delete('/api/staff/programmes/{programme}/archive/', { params: inProgramme(programme) });

/** Those who may continue in a programme, fetched again once all mentorships have ended: who has none may leave. */
export const yearPeople = (programme: string, isEnding: boolean): ListDefinition<YearPerson> => ({
  name: 'yearPeople',
  of: isEnding ? `${programme} ending` : programme,
  shape: {
    filters: {
      role: ['mentor', 'mentee'],
      next: ['continues', 'continues_first', 'leaves'],
      cohort: UUID,
    },
    sorts: ['name'],
    defaultSort: 'name',
  },
  fixed: { programme },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/school-year/people/'),
});

/** The next school year as a name: from May on it begins in this year. */
export function nextYearName(today: Date): string {
  const year = today.getMonth() >= 4 ? today.getFullYear() : today.getFullYear() - 1;
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}
