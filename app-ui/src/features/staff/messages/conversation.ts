import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

export type ListedConversation = Schemas['StaffConversation'];
export type ConversationPage = Schemas['StaffConversationResponse'];
export type TeamMessage = Schemas['StaffMessage'];

/** What the server calls a change of a conversation. */
const TOPIC = 'messages';

export const STATES = ['waiting', 'answered'] as const;
export const ASSIGNED = ['me', 'no', 'others'] as const;

export const CONVERSATIONS: ListDefinition<ListedConversation> = {
  name: 'conversations',
  topic: TOPIC,
  shape: {
    filters: { state: STATES, assigned: ASSIGNED, role: ['mentee', 'mentor'], programme: UUID },
    sorts: ['need', 'lastAt', 'name'],
    defaultSort: '-need',
  },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/messages/'),
};

const paramsOf = (person: string) => ({ path: { person } });

/** The conversation with a person, the newest page first. */
export const conversationQuery = (person: string) =>
  infiniteQueryOptions({
    queryKey: [TOPIC, 'conversation', person],
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/staff/messages/{person}/', {
        params: { ...paramsOf(person), query: pageParam === null ? {} : { before: pageParam } },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasOlder, messages }) => (hasOlder ? (messages[0]?.seq ?? null) : null),
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });

/** Staff who may answer a person. */
export const colleaguesQuery = (person: string) =>
  queryOptions({
    queryKey: ['staff', 'colleagues', person],
    queryFn: ({ signal }) =>
      api.get('/api/staff/messages/{person}/colleagues/', { params: paramsOf(person), signal }),
  });

/** With room for the signature. */
export const MAX_CHARS = 3_900;

/** People read 'Staff' as the author: the first name stands in the text. */
export function signed(text: string, firstName: string): string {
  const trimmed = text.trim();
  const isSigned = trimmed.split('\n').at(-1)?.includes(firstName) === true;
  return isSigned || firstName === '' ? trimmed : `${trimmed}\n– ${firstName}`;
}

/** Answers a person; `seen` is the newest message on the page, null for a text to many. */
export async function answer(person: string, body: Schemas['AnswerRequest']): Promise<void> {
  await api.post('/api/staff/messages/{person}/answers/', { params: paramsOf(person), body });
}

/** Gives the conversation to a colleague, or leaves it to all. */
export async function assign(person: string, before: string | null, to: string | null): Promise<void> {
  await api.put('/api/staff/messages/{person}/assignment/', {
    params: paramsOf(person),
    body: { before, to },
  });
}

/** Sets aside what the page shows: it needs no answer. */
export async function settle(person: string, seen: number): Promise<void> {
  await api.post('/api/staff/messages/{person}/settling/', { params: paramsOf(person), body: { seen } });
}

/** Lets the last message of the person wait again. */
export async function reopen(person: string): Promise<void> {
  await api.delete('/api/staff/messages/{person}/settling/', { params: paramsOf(person) });
}

/** Shows the person that the team has read what the page shows. */
export async function markRead(person: string, seen: number): Promise<void> {
  await api.put('/api/staff/messages/{person}/reading/', { params: paramsOf(person), body: { seen } });
}
