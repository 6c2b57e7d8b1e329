import { queryOptions } from '@tanstack/react-query';
import { apiUrl, send } from 'ui-kit';
import type { ListPage } from '../../../shared/lists/use-list';

/** A programme, or a school. */
export interface Programme {
  id: string;
  key: string;
  title: string;
}

export type Permission = 'read_people' | 'read_cases' | 'read_audit' | 'export_people';

interface StaffAccess {
  grants: readonly {
    role: 'coordinator' | 'safeguarding' | 'reports' | 'administrator';
    /** Null for the whole installation. */
    programme: Programme | null;
  }[];
  /** A newer server has others, too. */
  permissions: readonly (Permission | (string & {}))[];
  /** The programmes in the scope of the person. */
  programmes: readonly Programme[];
}

/** What the signed-in member of staff may do, and where. */
export const staffAccessQuery = queryOptions({
  queryKey: ['staff', 'me'],
  queryFn: ({ signal }) => send('/api/staff/me/', { signal }) as Promise<StaffAccess>,
  staleTime: 60_000,
});

/** Returns a function that fetches a page of a list: its parameters come from the address of the page. */
export const fetchPageOf =
  <Row>(path: string) =>
  (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    send(apiUrl(path, { query }), { signal }) as Promise<ListPage<Row>>;
