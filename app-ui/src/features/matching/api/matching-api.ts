import { createContext, useContext } from 'react';
import { api } from 'ui-kit';
import type {
  ActiveMatches,
  GroupHold,
  Interest,
  InterestStatus,
  Match,
  MatchInfo,
  SubmitAnswer,
  Tracker,
  UntypedApi,
} from './types';

/** The calls of the matching screens. The gallery answers them without a server. */
export interface MatchingApi {
  active: (signal: AbortSignal) => Promise<ActiveMatches>;
  history: (signal: AbortSignal) => Promise<Tracker[]>;
  info: (id: string, signal: AbortSignal) => Promise<MatchInfo>;
  groupHold: (signal: AbortSignal) => Promise<GroupHold>;
  choose: (match: string, interestStatus: InterestStatus | null) => Promise<Match>;
  submit: (interestSet: readonly Interest[]) => Promise<SubmitAnswer>;
  congratulationsSeen: (match: string) => Promise<unknown>;
  withdraw: (match: string) => Promise<unknown>;
  leavePool: (reason: string) => Promise<unknown>;
  joinPool: () => Promise<unknown>;
}

const calls = api as unknown as UntypedApi;
const LIST = '/api/v2/matching/get-match-list/';

const serverApi: MatchingApi = {
  active: (signal) => calls.get(LIST, { params: { query: { active: 'true', image_type: 'web' } }, signal }),
  history: async (signal) => {
    const { matchTrackers }: { matchTrackers: Tracker[] } = await calls.get(LIST, { signal });
    return matchTrackers;
  },
  info: (id, signal) =>
    calls.get('/api/v2/matching/get-match-info/{id}/', { params: { path: { id } }, signal }),
  groupHold: (signal) => calls.get('/api/v2/matching/group-hold-info/', { signal }),
  choose: (match, interestStatus) =>
    calls.post('/api/v2/matching/match-status/', { body: { match, interestStatus } }),
  submit: (interestSet) => calls.post('/api/v2/matching/submit-matches/', { body: { interestSet } }),
  congratulationsSeen: (match) => calls.post('/api/v2/matching/congratulations-seen/', { body: { match } }),
  withdraw: (match) => calls.post('/api/v2/matching/withdraw/', { body: { match } }),
  leavePool: (reason) =>
    calls.post('/api/v2/matching/leave-pool/', { body: reason === '' ? {} : { reason } }),
  joinPool: () => calls.post('/api/v2/matching/join-pool/', { body: {} }),
};

export const MatchingApiContext = createContext<MatchingApi>(serverApi);
export const useMatchingApi = (): MatchingApi => useContext(MatchingApiContext);
