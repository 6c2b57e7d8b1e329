/** The matching calls, written by hand until the OpenAPI document contains them. */

export type InterestStatus = 'interested' | 'not_interested';

export type Status =
  | 'ACTIVE'
  | 'PENDING'
  | 'SUCCESS'
  | 'EXPIRED'
  | 'REJECTED'
  | 'INCOMPATIBLE'
  | 'GROUP_FULL'
  | 'PAIR_COMPLETE';

export type SubmitAnswer = 'SUBMITTED' | 'MENTOR_UNAVAILABLE' | 'MENTEE_UNAVAILABLE';

/** One mentor, one mentee, one run, as one of the two sees it. */
export interface Tracker {
  id: string;
  fullName: string;
  displayName: string;
  role: 'Mentor' | 'Mentee';
  displayPicture: string | null;
  status: Status;
  /** A code; the page has the text. */
  historyMessage: string;
  updatedTimestamp: string;
}

/** A criterion of a person, with the keys of their answers. Names of answers are in `Reason`. */
export interface Criterion {
  mandatory: boolean;
  matchedAnswer: string[];
  name: string;
  localeName: string;
  icon: string;
}

/** Criteria by key. */
export type Criteria = Readonly<Record<string, Criterion>>;

export interface Reason {
  key: string;
  name: string;
  localeName: string;
  icon: string;
  answers: string[];
  localeAnswers: string[];
}

export interface Match extends Tracker {
  /** An opaque alias that the server knows, never an address. */
  email: string;
  /** What the person says about themselves. */
  affiliation: string;
  /** The choice that is kept until it is confirmed. */
  interestStatus: InterestStatus | null;
  groupCompatibility: 'COMPATIBLE' | 'INCOMPATIBLE' | null;
  clashingCriterias: string[];
  exclusiveCriteria: Criteria;
  /** Why it fits, best first. */
  reasons: Reason[];
  expiresAt: string | null;
  isExpired: boolean;
}

export interface GroupMember {
  id: string;
  fullName: string;
  role: 'Mentor' | 'Mentee';
  displayPicture: string | null;
}

export interface GroupInfo {
  groupSize: number;
  actualSize: number;
  createdOn: string | null;
  groupStartsIn: number | null;
  existingMemberInfo: (GroupMember & { exclusiveCriteria: Criteria })[];
  /** Mandatory criteria with the answers that all members share. */
  clubRule: Reason[];
}

export interface GroupHold {
  actualSize: number;
  groupSize: number;
  /** Seconds. */
  groupStartsIn: number | null;
  existingMemberInfo: GroupMember[];
}

export interface ScreenText {
  key: 'finding_matches' | 'potential_match' | 'awaiting_mentor_response' | 'group_hold';
  title: string;
  localeTitle: string;
  description: string;
  localeDescription: string;
  image: string;
}

export interface Congratulations {
  /** The id of the tracker. */
  match: string;
  mentorshipId: string;
  channelId: string;
  mentorshipType: '1to1' | '1toM';
  people: GroupMember[];
}

export interface ActiveMatches {
  /** 0 default, 1 finding, 2 potential, 3 awaiting, 4 group hold. */
  screen: number;
  screensList: ScreenText[];
  activeMatches: Match[];
  expiryHours: number;
  userMatchType: '1to1' | '1toM';
  groupInfo: GroupInfo | null;
  /** How many more a mentor of pairs can accept. */
  freePlaces: number | null;
  serverTime: string;
  matchingStatus: 'READY' | 'ON_HOLD' | 'GROUP_HOLD' | null;
  isInPool: boolean;
  /** Whether the person may enter the pool. */
  mayJoin: boolean;
  nextRoundOn: string | null;
  congratulations: Congratulations | null;
}

export interface CriterionAnswers {
  order: number;
  key: string;
  matchingCriteria: string;
  localeMatchingCriteria: string;
  answer: string[];
  localeAnswer: string[];
  matchedAnswer: string[];
  localeMatchedAnswer: string[];
  helpText: string;
  localeHelpText: string;
  icon: string;
  match: boolean;
}

export interface MatchInfo {
  id: string;
  fullName: string;
  criteriaJson: CriterionAnswers[];
  about: string;
}

export interface Interest {
  email: string;
  interestStatus: InterestStatus;
}

type Get = (path: string, init: { signal: AbortSignal; params?: object }) => Promise<never>;
type Post = (path: string, init: { body: object }) => Promise<never>;

/** The typed client without its knowledge of paths. */
export interface UntypedApi {
  get: Get;
  post: Post;
}
