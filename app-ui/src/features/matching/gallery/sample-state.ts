import type { ActiveMatches, GroupInfo } from '../../../shared/matches/types';
import { criteriaOf, reasonsOf } from './sample-criteria';
import { hoursAgo, MEMBERS, MENTEES, MENTORS, matchOf, screensOf } from './samples';
import { isMentorScenario, type Scenario } from './scenarios';

const DAY_HOURS = 24;

function groupOf(language: string): GroupInfo {
  return {
    groupSize: 4,
    actualSize: 2,
    createdOn: hoursAgo(60),
    groupStartsIn: null,
    minimum: 2,
    startsAfterDays: 5,
    existingMemberInfo: MEMBERS.map(({ id, fullName, role, answers }) => ({
      id,
      fullName,
      role,
      displayPicture: null,
      exclusiveCriteria: criteriaOf(answers, language),
    })),
    clubRule: reasonsOf({ languages: ['ar', 'en'], time: ['evenings'] }, language),
  };
}

const memberOf = ({ id, fullName, role }: (typeof MEMBERS)[number]) => ({
  id,
  fullName,
  role,
  displayPicture: null,
});

/** Returns what the server answers at the beginning of a scenario. */
export function stateOf(scenario: Scenario, language: string): ActiveMatches {
  const people = isMentorScenario(scenario) ? MENTEES : MENTORS;
  const state: ActiveMatches = {
    screen: 2,
    screensList: screensOf(language),
    activeMatches: people.map((one) => matchOf(one, language)),
    expiryHours: 72,
    userMatchType: '1to1',
    groupInfo: null,
    freePlaces: null,
    serverTime: new Date().toISOString(),
    matchingStatus: 'READY',
    isInPool: true,
    mayJoin: false,
    remainingSessions: 0,
    nextRoundOn: hoursAgo(-6 * DAY_HOURS),
    congratulations: [],
  };
  switch (scenario) {
    case 'mentor': {
      const late = { updatedTimestamp: hoursAgo(69), expiresAt: hoursAgo(-3) };
      const expired = { status: 'EXPIRED', historyMessage: 'auto_expired', isExpired: true } as const;
      const changes = [{}, late, {}, expired];
      const activeMatches = MENTEES.map((one, index) => matchOf(one, language, changes[index]));
      return { ...state, activeMatches, freePlaces: 1 };
    }
    case 'group':
      return { ...state, userMatchType: '1toM', groupInfo: groupOf(language) };
    case 'mentee-in-group': {
      const changes = [
        { group: { groupSize: 4, existingMemberInfo: MEMBERS.map(memberOf) } },
        { groupCompatibility: 'INCOMPATIBLE', historyMessage: 'incompatible' },
        { status: 'GROUP_FULL', historyMessage: 'group_full' },
      ] as const;
      const activeMatches = MENTORS.map((one, index) => matchOf(one, language, changes[index]));
      return { ...state, userMatchType: '1toM', activeMatches };
    }
    case 'awaiting': {
      const pending = {
        status: 'PENDING',
        historyMessage: 'waiting_for_mentor',
        interestStatus: 'interested',
      } as const;
      const taken = { status: 'PAIR_COMPLETE', historyMessage: 'accepted_elsewhere' } as const;
      const changes = [{ ...pending, updatedTimestamp: hoursAgo(5) }, pending, taken];
      return {
        ...state,
        screen: 3,
        activeMatches: MENTORS.map((one, index) => matchOf(one, language, changes[index])),
      };
    }
    case 'hold':
      return {
        ...state,
        screen: 4,
        matchingStatus: 'GROUP_HOLD',
        activeMatches: MENTORS.slice(0, 1).map((one) =>
          matchOf(one, language, { status: 'PENDING', historyMessage: 'selected' }),
        ),
      };
    case 'congratulations':
    case 'congratulations-group': {
      const isGroup = scenario === 'congratulations-group';
      const people = [...MENTORS.slice(0, 1), ...(isGroup ? MEMBERS : [])].map(({ id, fullName, role }) => ({
        id,
        fullName,
        displayPicture: null,
        role,
      }));
      const congratulations = {
        match: 'nina',
        mentorshipId: 'm1',
        channelId: 'c1',
        mentorshipType: isGroup ? ('1toM' as const) : ('1to1' as const),
        people,
      };
      return { ...state, screen: 1, activeMatches: [], congratulations: [congratulations] };
    }
    case 'expired': {
      const expired = { status: 'EXPIRED', historyMessage: 'auto_expired', isExpired: true } as const;
      return { ...state, screen: 1, activeMatches: MENTORS.map((one) => matchOf(one, language, expired)) };
    }
    case 'full':
      return { ...state, screen: 1, freePlaces: 0, activeMatches: [] };
    case 'paused':
      return { ...state, screen: 1, matchingStatus: 'ON_HOLD', activeMatches: [] };
    case 'join':
    case 'missing':
      return {
        ...state,
        screen: 0,
        mayJoin: scenario === 'join',
        matchingStatus: null,
        isInPool: false,
        activeMatches: [],
      };
    case 'no-texts':
      return { ...state, screen: 1, screensList: [], activeMatches: [] };
    case 'finding':
      return { ...state, screen: 1, activeMatches: [] };
    case 'proposing':
      return { ...state, screen: 1, activeMatches: [], nextRoundOn: state.serverTime };
    default:
      return state;
  }
}
