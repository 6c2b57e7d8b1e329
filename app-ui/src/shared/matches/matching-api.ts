import { createContext, useContext } from 'react';
import { api } from 'ui-kit';
import type {
  ActiveMatches,
  GroupHold,
  Interest,
  InterestStatus,
  Match,
  MatchHistory,
  MatchInfo,
  SubmitAnswer,
  Tracker,
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

const LIST = '/api/v2/matching/get-match-list/';

const serverApi: MatchingApi = {
  // One address answers both lists.
  active: async (signal) => {
    const answer = await api.get(LIST, { params: { query: { active: true, image_type: 'web' } }, signal });
    return answer as ActiveMatches;
  },
  history: async (signal) => {
    const answer = await api.get(LIST, { params: {}, signal });
    return (answer as MatchHistory).matchTrackers;
  },
  info: (id, signal) =>
    api.get('/api/v2/matching/get-match-info/{id}/', { params: { path: { id } }, signal }),
  groupHold: (signal) => api.get('/api/v2/matching/group-hold-info/', { signal }),
  choose: (match, interestStatus) =>
    api.post('/api/v2/matching/match-status/', { body: { match, interest_status: interestStatus } }),
  submit: (interestSet) =>
    api.post('/api/v2/matching/submit-matches/', {
      body: {
        interest_set: interestSet.map(({ email, interestStatus }) => ({
          email,
          interest_status: interestStatus,
        })),
      },
    }),
  congratulationsSeen: (match) => api.post('/api/v2/matching/congratulations-seen/', { body: { match } }),
  withdraw: (match) => api.post('/api/v2/matching/withdraw/', { body: { match } }),
  leavePool: (reason) =>
    api.post('/api/v2/matching/leave-pool/', { body: { reason: reason === '' ? null : reason } }),
  joinPool: () => api.post('/api/v2/matching/join-pool/', {}),
};

export const MatchingApiContext = createContext<MatchingApi>(serverApi);
export const useMatchingApi = (): MatchingApi => useContext(MatchingApiContext);
