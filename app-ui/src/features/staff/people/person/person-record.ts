import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, apiUrl, type Schemas, send } from 'ui-kit';
import type { ListPage } from '../../../../shared/lists/use-list';
import type { Mentorship } from '../../mentorships/mentorship';

/** A person with what only their page shows. */
export type PersonRecord = Schemas['StaffPersonResponse'];

/** Something that happened with a person. */
export type TimelineEntry = Schemas['TimelineEntry'];

/** What a round of the matching brought a person. */
export type Brought = Schemas['StaffBrought'];

const paramsOf = (id: string) => ({ path: { person: id } });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'person', id],
    queryFn: ({ signal }) => api.get('/api/staff/people/{person}/', { params: paramsOf(id), signal }),
    refetchOnWindowFocus: 'always',
  });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'timeline', id],
    queryFn: ({ pageParam, signal }) =>
      send(
        apiUrl(`/api/staff/people/${id}/timeline/`, { query: pageParam === '' ? {} : { cursor: pageParam } }),
        { signal },
      ) as Promise<ListPage<TimelineEntry>>,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const roundsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'rounds-of', id],
    queryFn: ({ pageParam, signal }) =>
      send(
        apiUrl(`/api/staff/people/${id}/rounds/`, { query: pageParam === '' ? {} : { cursor: pageParam } }),
        { signal },
      ) as Promise<ListPage<Brought>>,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** All mentorships of a person, those that began last first. */
export const mentorshipsOfQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'mentorships-of', id],
    queryFn: async ({ signal }) => {
      const url = apiUrl('/api/staff/mentorships/', { query: { person: id, limit: '200' } });
      return ((await send(url, { signal })) as ListPage<Mentorship>).results;
    },
  });

/** A fact with what it was when staff looked, and what it is from now on. */
export type FactChange =
  | { fact: 'vetting' | 'birth_month'; was: string | null; is: string | null }
  | { fact: 'guardian_consent'; was: boolean; is: boolean };

/** Records a fact. `reference` says what was checked. */
export async function recordFact(id: string, change: FactChange, reference: string): Promise<void> {
  await api.post('/api/staff/people/{person}/facts/', {
    params: paramsOf(id),
    body: { ...change, reference },
  });
}

/** Records a kind of vetting. `was` is what the page showed. */
export async function recordVetting(id: string, body: Schemas['RecordVettingRequest']): Promise<void> {
  await api.post('/api/staff/people/{person}/vettings/', { params: paramsOf(id), body });
}

/** Withdraws a kind of vetting. `was` is what the page showed. */
export async function withdrawVetting(id: string, body: Schemas['WithdrawVettingRequest']): Promise<void> {
  await api.post('/api/staff/people/{person}/vettings/withdrawal/', { params: paramsOf(id), body });
}

export type PersonIdentity = Schemas['PersonIdentity'];

/** The sign-in and the data of a colleague are in the hands of those who grant roles. */
export const mayCorrectPerson = (
  { role }: PersonRecord,
  permissions: readonly Schemas['Permission'][] = [],
): boolean => role !== 'staff' || permissions.includes('grant_roles');

/** Corrects name and address. `was` is what the page showed, `reference` says what was checked. */
export async function correctPerson(
  id: string,
  was: PersonIdentity,
  is: PersonIdentity,
  reference: string,
): Promise<void> {
  await api.post('/api/staff/people/{person}/correction/', {
    params: paramsOf(id),
    body: { was, is, reference },
  });
}

/** What a move to another programme would leave behind. */
export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'transfer', id],
    queryFn: ({ signal }) =>
      api.get('/api/staff/people/{person}/transfer/', { params: paramsOf(id), signal }),
    gcTime: 0,
  });

/** Moves a person to another programme. `from` is what the page showed. */
export async function transferPerson(id: string, move: Schemas['TransferRequest']): Promise<void> {
  await api.post('/api/staff/people/{person}/transfer/', { params: paramsOf(id), body: move });
}

/** Returns what an applicant answered. */
export const readAnswers = (id: string) =>
  api.post('/api/staff/people/{person}/application/answers/', { params: paramsOf(id) });

/** Decides about the application of a person. */
export async function decideApplication(id: string, decision: Schemas['DecisionRequest']): Promise<void> {
  await api.post('/api/staff/people/{person}/application/', { params: paramsOf(id), body: decision });
}

/** Asks a guardian by mail. `reference` says where the address stands. */
export async function askGuardian(
  id: string,
  email: string,
  language: string,
  reference: string,
): Promise<void> {
  await api.post('/api/staff/people/{person}/consent-request/', {
    params: paramsOf(id),
    body: { email, language, reference },
  });
}

/** People of one request for addresses. */
const MAX_PEOPLE = 200;

/** The addresses of guardians that imports named, by mentee. */
export async function proposedGuardians(
  people: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let from = 0; from < people.length; from += MAX_PEOPLE) {
    const { guardians } = await api.post('/api/staff/people/guardians/', {
      body: { people: people.slice(from, from + MAX_PEOPLE) },
      signal,
    });
    for (const { person, email } of guardians) found.set(person, email);
  }
  return found;
}

/** The address of a guardian that an import named. */
export const guardianQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', id, 'guardian'],
    queryFn: async ({ signal }) => (await proposedGuardians([id], signal)).get(id) ?? null,
  });

/** Takes the open question to a guardian back. */
export async function cancelGuardian(id: string): Promise<void> {
  await api.delete('/api/staff/people/{person}/consent-request/', { params: paramsOf(id) });
}

export async function suspendPerson(id: string, reason: string, until: string | null): Promise<void> {
  await api.post('/api/staff/people/{person}/suspension/', {
    params: paramsOf(id),
    body: { reason, until },
  });
}

export async function endSuspension(id: string): Promise<void> {
  await api.delete('/api/staff/people/{person}/suspension/', { params: paramsOf(id) });
}

/** Signs a person out on all devices. */
export async function signPersonOut(id: string, reason: string): Promise<void> {
  await api.post('/api/staff/people/{person}/sign-out/', { params: paramsOf(id), body: { reason } });
}

export async function closeAccount(id: string, reason: string): Promise<void> {
  await api.post('/api/staff/people/{person}/closing/', { params: paramsOf(id), body: { reason } });
}

export async function openAccount(id: string): Promise<void> {
  await api.delete('/api/staff/people/{person}/closing/', { params: paramsOf(id) });
}
