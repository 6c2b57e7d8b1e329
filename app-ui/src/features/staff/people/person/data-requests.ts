import { queryOptions } from '@tanstack/react-query';
import { api, apiUrl, type Schemas } from 'ui-kit';
import { downloadFrom } from 'ui-kit/download';
import { saveFile } from '../../../../shared/lists/save-file';

export type DataRequest = Schemas['StaffDataRequest'];
export type DataRequestKind = DataRequest['kind'];
export type DataRequestOutcome = NonNullable<DataRequest['outcome']>;

export const DATA_REQUEST_KINDS = ['access', 'correction', 'erasure'] as const;

/** What a person demands of their record, newest first. */
export const dataRequestsQuery = (person: string) =>
  queryOptions({
    queryKey: ['staff', 'data-requests', person],
    queryFn: ({ signal }) =>
      api.get('/api/staff/people/{person}/data-requests/', { params: { path: { person } }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Enters a request that came by post or phone. */
export async function enterRequest(
  person: string,
  kind: DataRequestKind,
  receivedOn: string,
  words: string,
): Promise<void> {
  await api.post('/api/staff/people/{person}/data-requests/', {
    params: { path: { person } },
    body: { kind, receivedOn, words },
  });
}

/** Closes a request; the person reads `answer`. */
export async function closeRequest(
  person: string,
  request: string,
  outcome: DataRequestOutcome,
  answer: string,
): Promise<void> {
  await api.post('/api/staff/people/{person}/data-requests/{request}/closing/', {
    params: { path: { person, request } },
    body: { outcome, answer },
  });
}

/** Takes two months more; the person reads why. */
export async function extendRequest(person: string, request: string, reason: string): Promise<void> {
  await api.post('/api/staff/people/{person}/data-requests/{request}/extension/', {
    params: { path: { person, request } },
    body: { reason },
  });
}

/** Closes the account and lets it be erased a day later. */
export async function agreeToErasure(person: string, request: string): Promise<void> {
  await api.post('/api/staff/people/{person}/data-requests/{request}/erasure/', {
    params: { path: { person, request } },
  });
}

/** Saves everything that is stored about a person who asked for it. */
export async function saveCopy(person: string): Promise<void> {
  const url = apiUrl(`/api/staff/people/${person}/copy/`, {});
  const { blob } = await downloadFrom(url, new AbortController().signal);
  saveFile(blob, `copy-${person}.zip`);
}
