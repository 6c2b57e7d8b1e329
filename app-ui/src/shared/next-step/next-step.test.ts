import type { Channel } from 'messenger-ui/channels';
import { expect, it } from 'vitest';
import type { ActiveMatches } from '../matches/types';
import type { Mentorship, MentorshipSession } from '../mentorships/mentorship';
import { type Facts, type NextStep, nextStep, stepAfterSession } from './next-step';

const NOW = Date.parse('2026-03-10T12:00:00Z');

interface Given {
  role?: 'Mentee' | 'Mentor' | 'Staff';
  survey?: 'NOT_STARTED' | 'COMPLETED';
  /** Learning sessions that are missing. */
  remaining?: number;
  review?: 'use' | 'show';
  curriculum?: 'use' | 'show' | 'hide';
  session?: 'use' | 'hide';
  mentorships?: string[];
  channels?: Channel[];
  unread?: number;
  cases?: number;
  matching?: ActiveMatches;
  sessions?: MentorshipSession[];
  last?: Mentorship['lastSession'];
  hasEnded?: boolean;
  application?: 'open' | 'declined' | 'withdrawn';
}

/** One with Maya, or of the person whom its id names. */
const mentorship = (id: string) => {
  const name = id === 'm' ? 'Maya' : id;
  const partnerDetails = { partnerDetails: [{ firstName: name }] };
  return { id, name: '', channelId: `with ${name}`, partnerDetails } as Mentorship;
};

function stepOf(
  { role = 'Mentee', mentorships = [], sessions = [], ...given }: Given,
  stepAfter: (facts: Facts) => NextStep = nextStep,
) {
  const {
    survey = 'COMPLETED',
    remaining = 0,
    review = 'show',
    curriculum = 'show',
    session = 'use',
  } = given;
  const status = {
    application: given.application === undefined ? null : { state: given.application },
    surveys: [{ surveyId: 's', expPermission: 'use', surveyStatus: survey }],
    experiences: {
      session,
      curriculum,
      mentorshipSessionStatus: { completedSessions: 0, remainingSessions: remaining },
      matchingflowStatus: { applicationReview: review },
      ruleMessage: { localeCurriculum: '', localeApplicationReview: '' },
    },
  };
  const facts = {
    person: { id: 'tom', role, status, mentorships },
    channels: given.channels ?? [],
    unread: given.unread ?? 0,
    cases: given.cases ?? 0,
    unreadChannel: given.unread ? 'u' : null,
    matching: given.matching ?? null,
    sessions,
    mentorships: mentorships.map((id) => ({ ...mentorship(id), lastSession: given.last ?? null })),
    hasEnded: given.hasEnded ?? false,
    now: NOW,
  } as unknown as Facts;
  const { kind, to, count, name, day, until } = stepAfter(facts);
  const end = until === undefined ? undefined : new Date(until).toISOString().slice(0, 10);
  return [kind, to, count ?? name, day ?? end].filter((part) => part !== undefined).join(' ');
}

function pair(other: string, author: string | null, changes: object = {}, role = 'Mentor') {
  return {
    channelId: `with ${other}`,
    kind: 'direct',
    membership: 'active',
    isBlocked: false,
    isReadOnly: false,
    blackout: { active: false, refusesSending: false },
    channelMembers: [
      { userId: 'tom', userFullName: 'Tom', isActive: true, role: 'Mentee' },
      { userId: other, userFullName: other, isActive: true, role },
    ],
    lastMessage: author === null ? null : { userId: author },
    ...changes,
  } as unknown as Channel;
}

const team = { ...pair('u', 'staff'), channelId: 'u', kind: 'team' } as Channel;
const assistant = { ...pair('assistant', 'assistant'), kind: 'assistant' } as Channel;

function pool(screen: number, changes: object = {}, matches: object[] = []) {
  return {
    screen,
    matchingStatus: screen === 0 ? null : 'READY',
    mayJoin: false,
    remainingSessions: 0,
    nextRoundOn: null,
    freePlaces: null,
    expiryHours: 72,
    userMatchType: '1to1',
    activeMatches: matches.map((match, index) => ({
      id: String(index),
      status: 'ACTIVE',
      interestStatus: null,
      isExpired: false,
      updatedTimestamp: '2026-03-09T12:00:00Z',
      expiresAt: '2026-03-12T12:00:00Z',
      displayName: 'Maya',
      ...match,
    })),
    ...changes,
  } as unknown as ActiveMatches;
}

const YES = { interestStatus: 'interested' };
const proposals = pool(2, {}, [{}, {}, YES]);

const session = (id: string, status: string, endDate: string | null = null, ofMentorship = 'm') =>
  ({
    id,
    status,
    endDate,
    mentorship: ofMentorship,
    catchUp: false,
    localeTitle: id,
    banner: '',
    sessionStatus: status === 'NOT_STARTED' ? null : status,
  }) as MentorshipSession;

const matched = { mentorships: ['m'], sessions: [session('goals', 'NOT_STARTED', '2026-04-01')] };
const finished = { mentorships: ['m'], sessions: [session('goals', 'COMPLETED')] };
const waits = pair('Maya', null);
const wrote = pair('Maya', 'Maya');
const answered = pair('Maya', 'tom');

it.each<[string, Given, string]>([
  ['staff', { role: 'Staff', channels: [waits] }, 'staff /staff'],
  ['staff with reports', { role: 'Staff', unread: 2, cases: 3 }, 'cases /staff/reports 3'],
  ['staff with messages', { role: 'Staff', unread: 2 }, 'unread /chat?channel=u 2'],

  // Before a mentorship.
  ['a survey', { survey: 'NOT_STARTED', remaining: 2, unread: 1 }, 'survey /surveylisting'],
  ['unread messages', { unread: 3, remaining: 2 }, 'unread /chat?channel=u 3'],
  ['a message of the team', { channels: [team], unread: 1 }, 'unreadTeam /team'],
  [
    'an answer of the team after a declined application',
    { channels: [team], unread: 1, application: 'declined' },
    'unreadTeam /team',
  ],
  ['missing sessions', { remaining: 4 }, 'learn /learninghub 4'],
  ['the review', { review: 'use' }, 'review /learninghub/allsession'],
  ['the review without a learning hub', { review: 'use', session: 'hide' }, 'review /moreinfo/faq'],
  ['the application', { review: 'use', application: 'open' }, 'applied /application'],
  ['an application with a survey', { survey: 'NOT_STARTED', application: 'open' }, 'survey /surveylisting'],
  [
    'a declined application',
    { survey: 'NOT_STARTED', unread: 1, application: 'declined' },
    'declined /application',
  ],
  ['a withdrawn application', { remaining: 2, application: 'withdrawn' }, 'withdrawn /application'],
  ['the pool, open', { matching: pool(0, { mayJoin: true }) }, 'join /mentorship/matching'],
  ['the pool, locked by sessions', { matching: pool(0, { remainingSessions: 1 }) }, 'learn /learninghub 1'],
  [
    'the pool, with sessions only before the curriculum',
    { matching: pool(0), remaining: 5, review: 'use' },
    'review /learninghub/allsession',
  ],
  [
    'the pool, before the first proposal',
    { matching: pool(1), remaining: 1 },
    'finding /mentorship/matching',
  ],
  [
    'a round that is about to begin',
    { matching: pool(1, { nextRoundOn: '2026-03-10T12:01:00Z' }) },
    'proposing /mentorship/matching',
  ],
  [
    'a round that runs',
    { matching: pool(1, { nextRoundOn: '2026-03-10T11:59:00Z' }) },
    'proposing /mentorship/matching',
  ],
  [
    'a round that failed',
    { matching: pool(1, { nextRoundOn: '2026-03-10T11:00:00Z' }) },
    'finding /mentorship/matching',
  ],
  ['the same of a mentor', { role: 'Mentor', matching: pool(1) }, 'findingAsMentor /mentorship/matching'],
  ['proposals', { matching: proposals, unread: 3 }, 'decide /mentorship/matching 2 2026-03-12'],
  [
    'proposals of a mentor',
    { role: 'Mentor', matching: pool(2, {}, [{}]) },
    'decideAsMentor /mentorship/matching 1 2026-03-12',
  ],
  [
    'a choice without confirmation',
    { matching: pool(2, {}, [YES]) },
    'confirm /mentorship/matching 1 2026-03-12',
  ],
  [
    'proposals that expired',
    { matching: pool(1, {}, [{ expiresAt: '2026-03-10T11:00:00Z' }]) },
    'finding /mentorship/matching',
  ],
  ['a Yes', { matching: pool(3, {}, [{ status: 'PENDING' }]) }, 'awaiting /mentorship/matching Maya'],
  ['a group that fills', { matching: pool(4) }, 'groupHold /mentorship/matching'],
  [
    'a group of a mentor that fills',
    { role: 'Mentor', matching: pool(1, { matchingStatus: 'GROUP_HOLD' }) },
    'groupHold /mentorship/matching',
  ],
  ['full places', { role: 'Mentor', matching: pool(1, { freePlaces: 0 }) }, 'full /mentorship/matching'],
  [
    'a pause with open proposals',
    { matching: pool(2, { matchingStatus: 'ON_HOLD' }, [{}]) },
    'paused /mentorship/matching',
  ],
  [
    'more choices than places',
    { role: 'Mentor', matching: pool(2, { freePlaces: 1 }, [YES, YES]) },
    'decideAsMentor /mentorship/matching 2 2026-03-12',
  ],
  ['a pause', { matching: pool(1, { matchingStatus: 'ON_HOLD' }) }, 'paused /mentorship/matching'],
  ['an ended mentorship', { hasEnded: true, curriculum: 'use' }, 'over /mentorship'],
  ['an ended one and the pool', { hasEnded: true, matching: pool(1) }, 'finding /mentorship/matching'],
  ['staff who match', { curriculum: 'use' }, 'waiting /learninghub/allsession'],
  ['no mentorships', { curriculum: 'hide', channels: [assistant] }, 'explore /learninghub/allsession'],
  [
    'a question of staff',
    { channels: [pair('Sam', 'Sam', {}, 'Staff')] },
    'answer /chat?channel=with+Sam Sam',
  ],
  [
    'a new channel of staff',
    { channels: [pair('Sam', null, {}, 'Staff')], remaining: 1 },
    'learn /learninghub 1',
  ],

  // In a mentorship.
  [
    'a person without messages',
    { ...matched, channels: [wrote, pair('Ana', null)] },
    'hello /chat?channel=with+Ana Ana',
  ],
  [
    'a survey in a mentorship',
    { ...matched, survey: 'NOT_STARTED', channels: [wrote] },
    'survey /surveylisting',
  ],
  [
    'a deleted message',
    { ...matched, channels: [pair('Maya', 'Maya', { lastMessage: { userId: 'Maya', isDeleted: true } })] },
    'beginSession /mentorship/goals/sessionintro Maya 2026-04-01',
  ],
  ['a message without answer', { ...matched, channels: [wrote] }, 'answer /chat?channel=with+Maya Maya'],
  [
    'a deadline before an answer',
    { mentorships: ['m'], sessions: [session('goals', 'NOT_STARTED', '2026-03-11')], channels: [wrote] },
    'beginSession /mentorship/goals/sessionintro Maya 2026-03-11',
  ],
  [
    'a session',
    { ...matched, channels: [answered] },
    'beginSession /mentorship/goals/sessionintro Maya 2026-04-01',
  ],
  [
    'a begun session before an earlier one',
    {
      mentorships: ['m'],
      sessions: [session('values', 'NOT_STARTED', '2026-03-20'), session('goals', 'ONGOING', '2026-04-01')],
      last: { sessionId: 'goals', stepId: 'two' } as Mentorship['lastSession'],
    },
    'goOnSession /mentorship/goals/step/two Maya 2026-04-01',
  ],
  [
    'a begun session before a message without answer',
    { mentorships: ['m'], sessions: [session('goals', 'ONGOING', '2026-04-01')], channels: [wrote] },
    'goOnSession /mentorship/goals/sessionintro Maya 2026-04-01',
  ],
  [
    'a begun session of one of several mentorships, by its name',
    {
      mentorships: ['m', 'Tuesday circle'],
      sessions: [session('goals', 'NOT_STARTED'), session('values', 'ONGOING', null, 'Tuesday circle')],
      channels: [answered],
    },
    'goOnSession /mentorship/values/sessionintro Tuesday circle',
  ],
  [
    'a session that the partner has ahead',
    { mentorships: ['m'], sessions: [session('goals', 'PARTIAL_COMPLETE')], channels: [answered] },
    'othersSession /chat?channel=with+Maya Maya',
  ],
  [
    'a session that the person has to catch up',
    { mentorships: ['m'], sessions: [{ ...session('goals', 'COMPLETED'), catchUp: true }] },
    'goOnSession /mentorship/goals/sessionintro Maya',
  ],
  [
    'a session that one of several partners has ahead',
    {
      mentorships: ['Ana', 'm'],
      sessions: [session('values', 'COMPLETED', null, 'Ana'), session('goals', 'PARTIAL_COMPLETE')],
      channels: [answered],
    },
    'othersSession /chat?channel=with+Maya Maya',
  ],
  [
    'one with whom nothing can be written',
    { mentorships: ['m'], sessions: [session('goals', 'PARTIAL_COMPLETE')] },
    'othersAhead /mentorship?mentorship=m Maya',
  ],
  [
    'another pair while the contact of one is stopped',
    {
      mentorships: ['Ana', 'm'],
      sessions: [session('values', 'NOT_STARTED', '2026-03-20', 'Ana'), session('goals', 'NOT_STARTED')],
      channels: [pair('Ana', 'Ana', { membership: 'inactive' }), answered],
    },
    'beginSession /mentorship/goals/sessionintro Maya',
  ],
  ['the end of all sessions', { ...finished, channels: [answered] }, 'done /mentorship/m/certificate Maya'],
  [
    'a programme without sessions',
    { mentorships: ['m'], channels: [answered] },
    'goOn /chat?channel=with+Maya Maya',
  ],
  ['one without sessions and chat', { mentorships: ['m'] }, 'together /mentorship'],
  [
    'proposals of a mentor with a mentorship',
    { ...matched, role: 'Mentor', matching: pool(2, {}, [{}]), channels: [wrote] },
    'decideAsMentor /mentorship/matching 1 2026-03-12',
  ],

  // Nothing asks a person to write where they cannot or should not.
  [
    'a blocked pair',
    { ...matched, channels: [pair('Maya', 'Maya', { isBlocked: true })] },
    'stopped /chat?channel=with+Maya Maya',
  ],
  [
    'contact that was stopped',
    { ...matched, channels: [pair('Maya', 'Maya', { membership: 'inactive' })] },
    'stopped /chat?channel=with+Maya Maya',
  ],
  [
    'a blackout',
    { ...finished, channels: [pair('Maya', null, { blackout: { active: true, refusesSending: true } })] },
    'done /mentorship/m/certificate Maya',
  ],
  [
    'a person who left',
    { mentorships: ['m'], channels: [pair('Ana', 'Ana', { membership: 'inactive' })] },
    'together /mentorship',
  ],
])('next is %s', (_, given, step) => {
  expect(stepOf(given)).toBe(step);
});

it.each<[string, Given, string]>([
  [
    'the next one before unread messages',
    { ...matched, unread: 2, channels: [wrote] },
    'beginSession /mentorship/goals/sessionintro Maya 2026-04-01',
  ],
  [
    'the partner, who has it ahead',
    { mentorships: ['m'], sessions: [session('goals', 'PARTIAL_COMPLETE')], unread: 2, channels: [wrote] },
    'othersSession /chat?channel=with+Maya Maya',
  ],
  ['the certificate', { ...finished, unread: 2, channels: [wrote] }, 'done /mentorship/m/certificate Maya'],
  [
    'no certificate while contact is stopped',
    { ...matched, channels: [pair('Maya', 'Maya', { isBlocked: true })] },
    'stopped /chat?channel=with+Maya Maya',
  ],
  [
    'the sessions before a match',
    { remaining: 2, unread: 1, channels: [pair('Sam', 'Sam', {}, 'Staff')] },
    'learn /learninghub 2',
  ],
  [
    'a decision that has an end',
    { ...matched, matching: proposals },
    'decide /mentorship/matching 2 2026-03-12',
  ],
])('after a session comes %s', (_, given, step) => {
  expect(stepOf(given, stepAfterSession)).toBe(step);
});
