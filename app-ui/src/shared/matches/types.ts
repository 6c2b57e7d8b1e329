import type { Schemas } from 'ui-kit';

export type InterestStatus = Schemas['InterestStatus'];
export type Status = Schemas['MatchStatus'];
export type SubmitAnswer = Schemas['SubmitMatchesOutcome'];

/** One mentor, one mentee, one run, as one of the two sees it. */
export type Tracker = Schemas['MatchTracker'];

/** A criterion of a person, with the keys of their answers. Names of answers are in `Reason`. */
export type Criterion = Schemas['MatchExclusiveCriterion'];

/** Criteria by key. */
export type Criteria = Readonly<Record<string, Criterion>>;
export type Reason = Schemas['MatchReason'];
export type Match = Schemas['Match'];
export type MatchGroup = NonNullable<Match['group']>;

export type GroupInfo = Schemas['MatchingGroupInfo'];
export type GroupHold = Schemas['GroupHoldResponse'];
export type ScreenText = Schemas['MatchingScreen'];
export type Congratulations = Schemas['CongratulationsResponse'];
export type ActiveMatches = Schemas['ActiveMatchesResponse'];
export type MatchHistory = Schemas['MatchHistoryResponse'];
export type CriterionAnswers = Schemas['MatchCriterion'];
export type MatchInfo = Schemas['MatchInfo'];

export interface Interest {
  email: string;
  interestStatus: InterestStatus;
}
