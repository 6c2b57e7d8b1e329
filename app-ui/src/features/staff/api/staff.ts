import { queryOptions } from '@tanstack/react-query';
import { apiUrl, type Schemas, send } from 'ui-kit';
import type { ListPage } from '../../../shared/lists/use-list';

export type Permission = Schemas['Permission'];

type StaffAccess = Schemas['StaffMeResponse'];

const byTitle = (one: { title: string }, other: { title: string }) => one.title.localeCompare(other.title);

/** What the signed-in member of staff may do, and where. */
export const staffAccessQuery = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: async ({ signal }) => {
    const access = (await send('/api/staff/me/', { signal })) as StaffAccess;
    return {
      ...access,
      programmes: access.programmes.toSorted(byTitle),
      managedProgrammes: access.managedProgrammes.toSorted(byTitle),
      ruledProgrammes: access.ruledProgrammes.toSorted(byTitle),
      reportedProgrammes: access.reportedProgrammes.toSorted(byTitle),
    };
  },
  staleTime: 60_000,
});

/** Whether staff report on programmes and do nothing else. For them the console is the outcomes. */
export const onlyReports = ({ permissions }: StaffAccess): boolean =>
  permissions.length === 1 && permissions[0] === 'read_outcomes';

/** Returns a function that fetches a page of a list: its parameters come from the address of the page. */
export const fetchPageOf =
  <Row>(path: string) =>
  (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    send(apiUrl(path, { query }), { signal }) as Promise<ListPage<Row>>;
