import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';
import { UUID } from '../../../shared/lists/list-query';
import type { ListDefinition } from '../../../shared/lists/use-list';
import { fetchPageOf } from '../api/staff';

/** Where the matching of a programme stands. */
export type Situation = Schemas['StaffMatching'];
/** A run of the engine; a published one is a round. */
export type Round = Schemas['StaffRun'];
export type RoundRecord = Schemas['StaffRunResponse'];
export type RoundMentee = Schemas['StaffRunMentee'];
export type LeftOut = Schemas['StaffLeftOut'];
export type Choices = Schemas['StaffChoicesResponse'];
export type Candidate = Schemas['StaffCandidate'];
export type Rehearsal = Schemas['RehearsalResponse'];
export type Weights = Readonly<Record<string, number>>;

export const STATES = ['open', 'published', 'replaced'] as const;
export const OUTCOMES = ['open', 'matched', 'ended', 'fell_out'] as const;
export const ROLES = ['mentee', 'mentor'] as const;

export const ROUNDS: ListDefinition<Round> = {
  name: 'rounds',
  shape: { filters: { state: STATES, programme: UUID }, sorts: ['createdAt'], defaultSort: '-createdAt' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/matching/'),
};

export const menteesOf = (run: string): ListDefinition<RoundMentee> => ({
  name: `round-mentees-${run}`,
  shape: { filters: { outcome: OUTCOMES }, sorts: ['score', 'name'], defaultSort: 'score' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf(`/api/staff/matching/${run}/mentees/`),
});

export const leftOutOf = (run: string): ListDefinition<LeftOut> => ({
  name: `round-left-out-${run}`,
  shape: { filters: { role: ROLES }, sorts: ['name'], defaultSort: 'name' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf(`/api/staff/matching/${run}/left-out/`),
});

export const situationsQuery = queryOptions({
  queryKey: ['staff', 'matching'],
  queryFn: ({ signal }) => api.get('/api/staff/matching/programmes/', { signal }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

const PUBLISHING_MS = 3000;

export const roundQuery = (run: string) =>
  queryOptions({
    queryKey: ['staff', 'round', run],
    queryFn: ({ signal }) => api.get('/api/staff/matching/{run}/', { params: { path: { run } }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'publishing' ? PUBLISHING_MS : false),
  });

export const choicesQuery = (run: string, mentee: string) =>
  queryOptions({
    queryKey: ['staff', 'round', run, mentee],
    queryFn: ({ signal }) =>
      api.get('/api/staff/matching/{run}/mentees/{mentee}/', { params: { path: { run, mentee } }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Computes a draft, which replaces an earlier one. */
export const draftRound = (programme: string, weights: Weights = {}) =>
  api.post('/api/staff/matching/', { body: { programme, weights } });

export const rehearse = (programme: string, weights: Weights) =>
  api.post('/api/staff/matching/rehearsal/', { body: { programme, weights } });

/** Whom the draft suggests to a mentee, instead of those whom the page showed. */
export const setMentors = (
  { run, mentee }: { run: string; mentee: string },
  before: string[],
  mentors: string[],
) =>
  api.put('/api/staff/matching/{run}/mentees/{mentee}/', {
    params: { path: { run, mentee } },
    body: { before, mentors },
  });

const FULL = 10_000;

/** A score in percent. */
export const formatScore = (score: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(score / FULL);
