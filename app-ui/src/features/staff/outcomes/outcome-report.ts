import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type ListedReport = Schemas['StaffOutcomeReport'];
export type OutcomeReport = Schemas['StaffOutcomeReportResponse'];
export type Figures = Schemas['OutcomeFigures'];
export type Count = Schemas['OutcomeCount'];
export type Period = Schemas['OutcomePeriod'];

export const PERIODS: readonly Period[] = ['this_year', 'last_year', 'since_beginning'];

const PATH = '/api/staff/outcomes/';
const fetchReports = fetchPageOf<ListedReport>(PATH);

export const REPORTS: ListDefinition<ListedReport> = {
  name: 'outcomes',
  shape: { filters: { programme: UUID }, sorts: ['madeAt', 'programme', 'years'], defaultSort: '-madeAt' },
  idOf: ({ id }) => id,
  fetchPage: fetchReports,
};

/** How often a report is fetched that is being made. */
const MAKING_MS = 1_000;
/** After this time it has failed. */
const LONGEST_MS = 10 * 60_000;

/** Whether a report will not be ready any more. */
export const hasFailed = ({ computedAt, requestedAt }: ListedReport): boolean =>
  computedAt === null && Date.now() - Date.parse(requestedAt) > LONGEST_MS;

export const reportQuery = (report: string) =>
  queryOptions({
    queryKey: ['staff', 'outcomes', report],
    queryFn: ({ signal }) =>
      api.get('/api/staff/outcomes/{report}/', { params: { path: { report } }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.figures === null && !hasFailed(data) ? MAKING_MS : false,
  });

/** The reports about the same school years, with which one can be compared. */
export const sameYearsQuery = ({ firstYear, lastYear }: ListedReport) =>
  queryOptions({
    queryKey: ['staff', 'outcomes', 'same', firstYear, lastYear],
    queryFn: ({ signal }) => fetchReports({ years: `${firstYear}-${lastYear}`, limit: '50' }, signal),
  });

export const makeReport = (programme: string, period: Period) =>
  api.post('/api/staff/outcomes/', { body: { programme, period } });

/** A school year, such as 2026/27. */
export const yearText = (year: number): string => `${year}/${String((year + 1) % 100).padStart(2, '0')}`;

/** The school years of a report. */
export const yearsText = ({ firstYear, lastYear }: ListedReport): string =>
  firstYear === lastYear ? yearText(firstYear) : `${yearText(firstYear)} – ${yearText(lastYear)}`;
