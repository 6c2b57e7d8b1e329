import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

type Report = Schemas['StaffReport'] & { kind: 'report' };
type Cry = Schemas['StaffAlert'] & { kind: 'alert' };

/** What staff look after: what somebody reported, or somebody's cry for help. */
export type Case = Report | Cry;

/** Where the calls of a case are. */
export const pathOf = ({ kind, id }: Case): string => `api/v2/chat/${kind}s/${id}/`;

/** Whether somebody may be in danger. */
export const isUrgent = (one: Case): boolean => one.kind === 'alert' || one.reason === 'danger';

/** Open cases with the urgent ones first, closed ones by when they were closed; the newest first. */
export function inOrder(cases: readonly Case[]): Case[] {
  const time = ({ resolvedOn, createdOn }: Case) => Date.parse(resolvedOn ?? createdOn);
  const rank = (one: Case) => (one.resolvedOn === null && isUrgent(one) ? 0 : 1);
  return cases.toSorted((a, b) => rank(a) - rank(b) || time(b) - time(a));
}

export const CASES_KEY = ['staff', 'cases'];

export const casesQuery = (resolved: boolean) =>
  queryOptions({
    queryKey: [...CASES_KEY, resolved],
    queryFn: async ({ signal }) => {
      const [reports, alerts] = await Promise.all([
        http<readonly Schemas['StaffReport'][]>(`api/v2/chat/reports/?resolved=${resolved}`, { signal }),
        http<readonly Schemas['StaffAlert'][]>(`api/v2/chat/alerts/?resolved=${resolved}`, { signal }),
      ]);
      return inOrder([
        ...alerts.map((alert) => ({ ...alert, kind: 'alert' as const })),
        ...reports.map((report) => ({ ...report, kind: 'report' as const })),
      ]);
    },
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
