import { queryOptions } from '@tanstack/react-query';
import { api, apiUrl, type Schemas } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { DAY, type ListShape, UUID } from '../../../../shared/lists/list-query';
import { saveFile } from '../../../../shared/lists/save-file';
import type { ListDefinition } from '../../../../shared/lists/use-list';
import { fetchPageOf } from '../../api/staff';

/** A report, a crisis alert or a noticed message in the list. */
export type Case = Schemas['StaffCase'];

/** A case with what only its page shows. */
export type CaseDetails = Schemas['StaffCaseResponse'];

/** The kinds of cases, and `noticed` for all that detection noticed. */
export const KINDS = [
  'crisis',
  'report',
  'noticed',
  'contact',
  'secrecy',
  'abuse',
] as const satisfies readonly (Case['kind'] | 'noticed')[];
export const CATEGORIES = [
  'danger',
  'harassment',
  'inappropriate',
  'private_contact',
  'spam',
  'other',
] as const satisfies readonly Case['reason'][];

/** What became of a case. */
export type CaseOutcome = Schemas['CaseOutcome'];

/** The outcomes, in the order of lists. */
export const OUTCOMES = [
  'no_concern',
  'talked_to',
  'help_arranged',
  'warned',
  'contact_ended',
  'suspended',
  'left_programme',
  'authorities',
  'other',
] as const satisfies readonly CaseOutcome[];

/** The name by which the server announces changes of cases. */
export const TOPIC = 'staff';

/** A month, as the numbers name it. */
const INTERVAL = /^\d{4}-\d\d-\d\dT[\d:]+Z\/\d{4}-\d\d-\d\dT[\d:]+Z$/;

const shape: ListShape = {
  filters: {
    kind: KINDS,
    category: CATEGORIES,
    outcome: [...OUTCOMES, 'not_recorded'],
    assigned: ['yes', 'no'],
    programme: UUID,
    about: UUID,
    reporter: UUID,
    resolvedBy: UUID,
    from: DAY,
    until: DAY,
    opened: INTERVAL,
    closed: INTERVAL,
    reopened: INTERVAL,
    openAt: INTERVAL,
  },
  sorts: ['urgency', 'about', 'createdAt', 'resolvedAt'],
  defaultSort: '-urgency',
};

const definition: Omit<ListDefinition<Case>, 'name'> = {
  shape,
  topic: TOPIC,
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/cases/'),
};

/** The lists of cases by the `list` of the address. */
export const CASE_LISTS = {
  open: { ...definition, name: 'cases', fixed: { status: 'open' } },
  closed: {
    ...definition,
    name: 'closed-cases',
    fixed: { status: 'resolved' },
    shape: { ...shape, defaultSort: '-resolvedAt' },
  },
  all: { ...definition, name: 'all-cases' },
} as const satisfies Record<string, ListDefinition<Case>>;

export type CaseListName = keyof typeof CASE_LISTS;

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'case', id],
    queryFn: ({ signal }) => api.get('/api/staff/cases/{case}/', { params: { path: { case: id } }, signal }),
    refetchOnWindowFocus: 'always',
  });

type CaseId = Pick<Case, 'id'>;

const paramsOf = ({ id }: CaseId) => ({ path: { case: id } });

export async function resolveCase(item: CaseId, outcome: CaseOutcome, resolution: string): Promise<void> {
  await api.post('/api/staff/cases/{case}/', { params: paramsOf(item), body: { outcome, resolution } });
}

export async function reopenCase(item: CaseId): Promise<void> {
  await api.delete('/api/staff/cases/{case}/resolution/', { params: paramsOf(item) });
}

/** Fetches the messages around a case. The server records the reader and the reason. */
export function readConversation(item: CaseId, reason: string): Promise<Schemas['ConversationMessage'][]> {
  return api.post('/api/staff/cases/{case}/conversation/', { params: paramsOf(item), body: { reason } });
}

export type OpenedFile = Schemas['ReportedFileResponse'];

/** Fetches links to the file of a reported message. The server records the reader and the reason. */
export function openFile(item: CaseId, reason: string): Promise<OpenedFile> {
  return api.post('/api/staff/cases/{case}/file/', { params: paramsOf(item), body: { reason } });
}

/** What can be done about the people of a case. */
export const measuresQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'measures', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/cases/{case}/measures/', { params: { path: { case: id } }, signal }),
  });

/** Lets the two people of a report reach each other again. */
export async function liftSilence(item: CaseId): Promise<void> {
  await api.delete('/api/staff/cases/{case}/silence/', { params: paramsOf(item) });
}

/** Suspends the person of a case until a time, or until staff lift it. */
export async function suspendPersonOf(item: CaseId, reason: string, until: string | null): Promise<void> {
  await api.post('/api/staff/cases/{case}/suspension/', { params: paramsOf(item), body: { reason, until } });
}

export async function liftSuspension(item: CaseId): Promise<void> {
  await api.delete('/api/staff/cases/{case}/suspension/', { params: paramsOf(item) });
}

export async function endMentorshipOf(
  item: CaseId,
  mentorshipId: string,
  reason: Schemas['MentorshipEndReason'],
  note: string,
): Promise<void> {
  await api.post('/api/staff/cases/{case}/mentorship-end/', {
    params: paramsOf(item),
    body: { mentorshipId, reason, note },
  });
}

/** Keeps the sealed copies of a case for six more months. */
export async function extendHold(item: CaseId, reason: string): Promise<void> {
  await api.post('/api/staff/cases/{case}/hold/', { params: paramsOf(item), body: { reason } });
}

/** Deletes the sealed copies of a closed case. */
export async function endHold(item: CaseId, reason: string): Promise<void> {
  await api.post('/api/staff/cases/{case}/hold-end/', { params: paramsOf(item), body: { reason } });
}

/** Hands a case over, or takes it. */
export async function assignCase(item: CaseId, userId: string): Promise<void> {
  await api.post('/api/staff/cases/{case}/assignee/', { params: paramsOf(item), body: { userId } });
}

/** Opens the channel with the person of an alert, and returns its id. */
export async function openChannelWith(item: CaseId): Promise<string> {
  const { channelId } = await api.post('/api/staff/cases/{case}/channel/', { params: paramsOf(item) });
  return channelId;
}

/** Something that happened with a case. */
export type CaseEvent = Schemas['CaseEvent'];

/** Who learned of a case, and what was done about it, the newest first. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, 'history', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/cases/{case}/history/', { params: { path: { case: id } }, signal }),
  });

export type CaseFileLanguage = Schemas['CaseFileLanguage'];

/** The hash of a file in hexadecimal digits: from the header of its response, or of its bytes where a proxy removed it. */
const hashOf = async (headers: Headers, blob: Blob): Promise<string> => {
  const base64 = /sha-256=:([^:]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  const bytes =
    base64 === undefined
      ? new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(await blob.arrayBuffer())))
      : Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Saves a case with its evidence as one file, and returns the hash that proves a copy. */
export async function saveCase(
  { id }: CaseId,
  request: Schemas['ExportCaseRequest'],
  signal: AbortSignal,
): Promise<string> {
  const url = apiUrl(`/api/staff/cases/${id}/export/`, {});
  const { blob, headers } = await downloadFrom(url, signal, request);
  saveFile(blob, `case-${id}.zip`);
  return hashOf(headers, blob);
}
