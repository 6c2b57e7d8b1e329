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
export type FairnessQuestion = Schemas['StaffFairness'];
export type Weights = Readonly<Record<string, number>>;

export const STATES = ['to_decide', 'published', 'replaced'] as const;
export const OUTCOMES = ['open', 'matched', 'ended', 'fell_out'] as const;

export const ROUNDS: ListDefinition<Round> = {
  name: 'rounds',
  shape: { filters: { state: STATES, programme: UUID }, sorts: ['createdAt'], defaultSort: '-createdAt' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf('/api/staff/matching/'),
};

export const menteesOf = (run: string): ListDefinition<RoundMentee> => ({
  name: 'round-mentees',
  fixed: { run },
  shape: { filters: { outcome: OUTCOMES }, sorts: ['score', 'name'], defaultSort: 'score' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf(`/api/staff/matching/${run}/mentees/`),
});

export const leftOutOf = (run: string, role: LeftOut['role']): ListDefinition<LeftOut> => ({
  name: 'round-left-out',
  fixed: { run, role },
  shape: { filters: {}, sorts: ['name'], defaultSort: 'name' },
  idOf: ({ id }) => id,
  fetchPage: fetchPageOf(`/api/staff/matching/${run}/left-out/`),
});

export const situationsQuery = queryOptions({
  queryKey: ['matching', 'programmes'],
  queryFn: ({ signal }) => api.get('/api/staff/matching/programmes/', { signal }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
});

const PUBLISHING_MS = 3000;
/** A large publication begins some time after its request. */
const APPROVED_MS = 10_000;

export const roundQuery = (run: string) =>
  queryOptions({
    queryKey: ['matching', 'round', run],
    queryFn: ({ signal }) => api.get('/api/staff/matching/{run}/', { params: { path: { run } }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'publishing' ? PUBLISHING_MS : data?.state === 'approved' ? APPROVED_MS : false,
  });

/** Whom a round serves, by the answers of its mentees. Of a draft it changes with each swap. */
export const fairnessQuery = (run: string) =>
  queryOptions({
    queryKey: ['matching', 'round', run, 'fairness'],
    queryFn: ({ signal }) =>
      api.get('/api/staff/matching/{run}/fairness/', { params: { path: { run } }, signal }),
    refetchOnWindowFocus: 'always',
  });

export const choicesQuery = (run: string, mentee: string) =>
  queryOptions({
    queryKey: ['matching', 'round', run, mentee],
    queryFn: ({ signal }) =>
      api.get('/api/staff/matching/{run}/mentees/{mentee}/', { params: { path: { run, mentee } }, signal }),
  });

/** Computes a draft in place of the one that the page showed, if it did. */
export const draftRound = ({ programme, openRun }: Situation, weights: Weights = {}) =>
  api.post('/api/staff/matching/', {
    body: { programme: programme.id, weights, replaces: openRun?.state === 'draft' ? openRun.id : null },
  });

export const approveRound = ({ id, revision }: RoundRecord) =>
  api.post('/api/staff/matching/{run}/approval/', { params: { path: { run: id } }, body: { revision } });

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
