import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Report = Schemas['StaffReport'] & { kind: 'report' };
export type Alert = Schemas['StaffAlert'] & { kind: 'alert' };

/** A report or a crisis alert, as staff see it. */
export type Case = Report | Alert;

/** Whether a person may be in danger. */
export const isUrgent = (item: Case): boolean => item.kind === 'alert' || item.reason === 'danger';

/** Sorts open cases with the urgent ones first and resolved cases by the time of resolution, newest first. */
export function sortCases(cases: readonly Case[]): Case[] {
  const time = ({ resolvedOn, createdOn }: Case) => Date.parse(resolvedOn ?? createdOn);
  const rank = (item: Case) => (item.resolvedOn === null && isUrgent(item) ? 0 : 1);
  return cases.toSorted((a, b) => rank(a) - rank(b) || time(b) - time(a));
}

/** All queries of staff, as the server names them when something changes. */
export const STAFF_QUERY_KEY = ['staff'];

export const casesQuery = (resolved: boolean) =>
  queryOptions({
    queryKey: [...STAFF_QUERY_KEY, 'cases', resolved],
    queryFn: async ({ signal }) => {
      const params = { query: { resolved } };
      const [reports, alerts] = await Promise.all([
        api.get('/api/v2/chat/reports/', { params, signal }),
        api.get('/api/v2/chat/alerts/', { params, signal }),
      ]);
      return sortCases([
        ...alerts.map((alert) => ({ ...alert, kind: 'alert' as const })),
        ...reports.map((report) => ({ ...report, kind: 'report' as const })),
      ]);
    },
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });

const paramsOf = ({ id }: Case) => ({ path: { case: id } });

/** The addresses of both kinds differ only in the kind. */
const addressOf = ({ kind }: Case) => `/api/v2/chat/${kind}s/{case}/` as const;

export async function resolveCase(item: Case, resolution: string): Promise<void> {
  await api.post(addressOf(item), { params: paramsOf(item), body: { resolution } });
}

export async function reopenCase(item: Case): Promise<void> {
  await api.delete(`${addressOf(item)}resolution/`, { params: paramsOf(item) });
}

/** Fetches the messages around a case. The server records the reader and the reason. */
export function readConversation(item: Case, reason: string): Promise<Schemas['ConversationMessage'][]> {
  return api.post(`${addressOf(item)}conversation/`, { params: paramsOf(item), body: { reason } });
}

export type OpenedFile = Schemas['ReportedFileResponse'];

/** Fetches links to the file of a reported message. The server records the reader and the reason. */
export function openFile(item: Report, reason: string): Promise<OpenedFile> {
  return api.post('/api/v2/chat/reports/{case}/file/', { params: paramsOf(item), body: { reason } });
}

/** Opens the channel with the person of an alert, and returns its id. */
export async function openChannelWith(item: Alert): Promise<string> {
  const { channelId } = await api.post('/api/v2/chat/alerts/{case}/channel/', { params: paramsOf(item) });
  return channelId;
}
