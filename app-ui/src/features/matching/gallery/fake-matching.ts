import { HttpError, i18n } from 'ui-kit';
import type { MatchingApi } from '../../../shared/matches/matching-api';
import type { ActiveMatches, GroupHold, Match, SubmitAnswer } from '../../../shared/matches/types';
import { inLanguage, rowsOf } from './sample-criteria';
import { stateOf } from './sample-state';
import { HISTORY, MEMBERS, personOf, SHARED } from './samples';
import { type Answers, isMentorScenario, type Scenario } from './scenarios';

const refusal = (code: string) => new HttpError({ status: 409, code, message: code });

const ABOUT = [
  'I like to listen first. We can meet online or at the library, whatever suits you better.',
  'Ich höre gern erst einmal zu. Wir können uns online oder in der Bibliothek treffen, wie es dir lieber ist.',
  'أحب أن أستمع أولًا. يمكننا اللقاء عبر الإنترنت أو في المكتبة، كما يناسبك.',
] as const;

/** Answers the calls of the matching screens in the page, from the state of a scenario on. */
export function fakeMatching(scenario: Scenario, answers: Answers): MatchingApi {
  let state = stateOf(scenario, i18n.language);
  const isMentor = isMentorScenario(scenario);
  const refuse = (code: string): void => {
    if (answers === 'refuses') throw refusal(code);
  };
  const change = (id: string, to: Partial<Match>): Match => {
    const match = state.activeMatches.find((one) => one.id === id);
    if (match === undefined) throw refusal('not_found');
    const changed = { ...match, ...to };
    state = { ...state, activeMatches: state.activeMatches.map((one) => (one.id === id ? changed : one)) };
    return changed;
  };

  return {
    active: async (): Promise<ActiveMatches> => {
      if (scenario === 'loading') return new Promise(() => {});
      return { ...state, serverTime: new Date().toISOString() };
    },
    history: async () => (scenario === 'join' || scenario === 'missing' ? [] : [...HISTORY]),
    info: async (id) => {
      const person = personOf(id);
      if (person === undefined) throw new HttpError({ status: 404, code: 'not_found', message: '' });
      const rows = rowsOf(person.answers, SHARED, i18n.language);
      const group = {
        order: -1,
        key: 'group-info',
        matchingCriteria: '',
        localeMatchingCriteria: '',
        answer: ['4'],
        localeAnswer: ['4'],
        matchedAnswer: [],
        localeMatchedAnswer: [],
        helpText: '',
        localeHelpText: '',
        icon: 'people' as const,
        match: false,
      };
      return {
        id,
        fullName: person.fullName,
        criteriaJson: state.userMatchType === '1toM' ? [...rows, group] : rows,
        about: inLanguage(ABOUT, i18n.language),
      };
    },
    groupHold: async (): Promise<GroupHold> => ({
      actualSize: 3,
      groupSize: 4,
      groupStartsIn: 4 * 86_400 - 600,
      existingMemberInfo: MEMBERS.map(({ id, fullName, role }) => ({
        id,
        fullName,
        role,
        exclusiveCriteria: {},
        displayPicture: null,
      })),
    }),
    choose: async (id, interestStatus) => {
      refuse('match_closed');
      return change(id, { interestStatus });
    },
    submit: async (interestSet): Promise<SubmitAnswer> => {
      refuse('choices_missing');
      if (answers === 'unavailable') return isMentor ? 'MENTEE_UNAVAILABLE' : 'MENTOR_UNAVAILABLE';
      for (const { email, interestStatus } of interestSet) {
        const isYes = interestStatus === 'interested';
        change(email.replace('alias-', ''), {
          status: isYes ? 'PENDING' : 'REJECTED',
          historyMessage: isYes ? 'waiting_for_mentor' : 'rejected_by_you',
          updatedTimestamp: new Date().toISOString(),
        });
      }
      state = { ...state, screen: isMentor ? 1 : 3 };
      return 'SUBMITTED';
    },
    congratulationsSeen: async (match) => {
      const congratulations = state.congratulations.filter((one) => one.match !== match);
      state = { ...state, congratulations };
    },
    withdraw: async (id) => {
      refuse('match_closed');
      change(id, { status: 'REJECTED', historyMessage: 'rejected_by_you' });
    },
    leavePool: async () => {
      refuse('match_closed');
      state = {
        ...state,
        screen: 0,
        isInPool: false,
        mayJoin: true,
        matchingStatus: null,
        activeMatches: [],
      };
    },
    joinPool: async () => {
      refuse('pool_locked');
      state = { ...state, screen: 1, isInPool: true, matchingStatus: 'READY' };
    },
  };
}
