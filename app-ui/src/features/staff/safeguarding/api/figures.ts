import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import type { CaseListName } from './cases';
import { TOPIC } from './cases';

export type MonthOfCases = Schemas['MonthOfCases'];
export type CasePace = Schemas['CasePace'];

/** The numbers of cases by month: of one programme, or of all that the caller reaches. */
export const figuresQuery = (programme: string | null) =>
  queryOptions({
    queryKey: [TOPIC, 'figures', programme],
    queryFn: ({ signal }) =>
      api.get('/api/staff/cases/figures/', {
        params: { query: programme === null ? {} : { programme } },
        signal,
      }),
  });

/** The filters of lists that take a month. */
type MonthFilter = 'opened' | 'closed' | 'reopened' | 'openAt';

/** Returns the address of the cases behind a number. */
export function listBehind(
  { from, until }: Pick<MonthOfCases, 'from' | 'until'>,
  programme: string | null,
  filter: MonthFilter,
  more: Record<string, string> = {},
): string {
  const list: CaseListName = filter === 'closed' ? 'closed' : 'all';
  const search = new URLSearchParams({ list, [filter]: `${from}/${until}`, ...more });
  if (programme !== null) search.set('programme', programme);
  return `?${search}`;
}

/** Cases with a clock: reports and alerts of people who may be in danger. */
export const WITH_CLOCK = 'report,crisis';

const total = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);

export const openedIn = ({ opened }: MonthOfCases): number => total(opened);
export const closedIn = ({ closed }: MonthOfCases): number => total(closed);
