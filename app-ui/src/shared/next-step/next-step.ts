import { addressOf, type Channel, counterpart, isListed } from 'messenger-ui/channels';
import type { Profile } from 'ui-kit';
import { decisionOf } from '../matches/decision';
import { isRoundNear } from '../matches/round';
import type { ActiveMatches } from '../matches/types';
import { urgencyOf } from '../mentorships/deadline';
import { isStopped } from '../mentorships/is-stopped';
import { type Mentorship, type MentorshipSession, nameOf } from '../mentorships/mentorship';
import { currentSession, unfinishedByOthers } from './current-session';
import { missingFor } from './missing';

/** What is known about a person, as far as it decides what comes next. */
export interface Facts {
  person: Pick<Profile, 'id' | 'role' | 'status'>;
  /** Their conversations, the latest activity first. */
  channels: readonly Channel[];
  unread: number;
  /** Reports and alerts that wait for this member of staff. */
  cases: number;
  /** The latest conversation with unread messages; one that mentions the person first. */
  unreadChannel: string | null;
  /** Null for people whom their programme does not match. */
  matching: ActiveMatches | null;
  /** Their mentorships, and the sessions of all, in the order of the curriculum. */
  mentorships: readonly Mentorship[];
  sessions: readonly MentorshipSession[];
  /** Whether a mentorship of theirs has ended, or they are no longer in a group. */
  hasEnded: boolean;
  /** The server's time in milliseconds. */
  now: number;
}

/** The one thing that a person does next. */
export interface NextStep {
  /** Names the sentence and the text of the button. */
  kind: string;
  /** Where the button leads. */
  to: string;
  /** Whether that is a conversation. */
  isChat?: true;
  /** The end of the time for it, in milliseconds of the server's clock. */
  until?: number;
  /** The last day on which it is on time. */
  day?: string;
  /** When people are proposed to each other again. */
  roundOn?: string;
  /** The programme's own words, which replace the sentence. */
  message?: string;
  name?: string;
  title?: string;
  count?: number;
  /** The address of a picture. */
  picture?: string;
}

const MATCHING = '/mentorship/matching';

/** Returns what a person does next: what has an end first, then what others wait for, then what they do alone. */
export function nextStep(facts: Facts): NextStep {
  const { role } = facts.person;
  const refused = refusedStep(facts);
  // They may have asked the team about it.
  if (refused !== null) return teamStep(facts) ?? refused;
  if (role === 'Staff') return casesStep(facts) ?? unreadStep(facts) ?? { kind: 'staff', to: '/staff' };
  return (
    decisionStep(facts) ?? (facts.mentorships.length > 0 ? inMentorship(facts) : beforeMentorship(facts))
  );
}

/** For people whose application was declined or withdrawn nothing else comes next. */
function refusedStep({ person }: Facts): NextStep | null {
  const state = person.status.application?.state;
  return state === 'declined' || state === 'withdrawn' ? { kind: state, to: '/application' } : null;
}

function inMentorship(facts: Facts): NextStep {
  const session = sessionStep(facts);
  const isUrgent = session?.day !== undefined && urgencyOf(session.day, new Date(facts.now)) !== 'calm';
  const isFirst = isUrgent || session?.kind === 'goOnSession';
  return (
    unreadStep(facts) ??
    conversationStep(facts, 'hello') ??
    surveyStep(facts) ??
    (isFirst ? session : null) ??
    conversationStep(facts, 'answer') ??
    session ??
    stoppedStep(facts) ??
    othersStep(facts) ??
    conversationStep(facts, 'goOn') ?? { kind: 'together', to: '/mentorship' }
  );
}

/** Returns what a person does next who has just finished a session: learning goes on, and messages wait in the navigation. */
export function stepAfterSession(facts: Facts): NextStep {
  const learning =
    facts.mentorships.length > 0
      ? (sessionStep(facts) ?? stoppedStep(facts) ?? othersStep(facts))
      : (surveyStep(facts) ?? matchingStep(facts) ?? missingStep(facts));
  return refusedStep(facts) ?? decisionStep(facts) ?? learning ?? nextStep({ ...facts, unread: 0 });
}

function beforeMentorship(facts: Facts): NextStep {
  return (
    surveyStep(facts) ??
    unreadStep(facts) ??
    conversationStep(facts, 'hello') ??
    conversationStep(facts, 'answer') ??
    matchingStep(facts) ??
    missingStep(facts) ??
    (facts.hasEnded ? { kind: 'over', to: '/mentorship' } : null) ??
    conversationStep(facts, 'goOn') ??
    waitingStep(facts)
  );
}

/** The texts that differ for mentors. */
const asRole = (kind: string, { person }: Facts) => (person.role === 'Mentor' ? `${kind}AsMentor` : kind);

function decisionStep(facts: Facts): NextStep | null {
  const { matching, now, person } = facts;
  const decision = matching && decisionOf(matching, person.role === 'Mentee', now);
  if (decision === null) return null;
  const { undecided, count, until } = decision;
  if (undecided === 0) return { kind: 'confirm', to: MATCHING, until, count };
  return { kind: asRole('decide', facts), to: MATCHING, until, count: undecided };
}

function surveyStep({ person }: Facts): NextStep | null {
  return missingFor(person)[0] === 'surveys' ? { kind: 'survey', to: '/surveylisting' } : null;
}

const casesStep = ({ cases }: Facts): NextStep | null =>
  cases > 0 ? { kind: 'cases', to: '/staff/reports', count: cases } : null;

function unreadStep(facts: Facts): NextStep | null {
  const { unread, unreadChannel } = facts;
  if (unread === 0) return null;
  const to = addressOf('/chat', unreadChannel);
  return teamStep(facts) ?? { kind: 'unread', to, isChat: true, count: unread };
}

/** The programme team has written: its page is there also for people without chat. */
const teamStep = ({ channels, unreadChannel }: Facts): NextStep | null =>
  channels.some(({ channelId, kind }) => kind === 'team' && channelId === unreadChannel)
    ? { kind: 'unreadTeam', to: '/team' }
    : null;

/** What is missing before the matching, other than surveys. */
function missingStep({ person, matching }: Facts): NextStep | null {
  const { experiences } = person.status;
  const { remainingSessions: count } = matching ?? experiences.mentorshipSessionStatus;
  const [first] = missingFor(person, count);
  if (first === 'sessions') {
    return { kind: 'learn', to: '/learninghub', count, message: experiences.ruleMessage.localeCurriculum };
  }
  if (first !== 'review') return null;
  const message = experiences.ruleMessage.localeApplicationReview;
  if (person.status.application) return { kind: 'applied', to: '/application', message };
  return { kind: 'review', to: besides(experiences), message };
}

/** Where a person who waits for staff has something to do or to read. */
const besides = ({ session }: Profile['status']['experiences']) =>
  session === 'use' ? '/learninghub/allsession' : '/moreinfo/faq';

/** What a person does next in the matching; null outside of it. */
export function matchingStep(facts: Facts): NextStep | null {
  const { matching } = facts;
  if (matching === null) return null;
  const decision = decisionStep(facts);
  if (decision !== null) return decision;
  const step = (kind: string, more: Partial<NextStep> = {}): NextStep => ({ kind, to: MATCHING, ...more });
  if (matching.matchingStatus === 'ON_HOLD') return step('paused');
  if (matching.screen === 4 || matching.matchingStatus === 'GROUP_HOLD') return step('groupHold');
  if (matching.screen === 0) return matching.mayJoin ? step('join') : null;
  if (matching.screen === 3) {
    const asked = matching.activeMatches.filter(({ status }) => status === 'PENDING');
    return step('awaiting', { name: asked.map(({ displayName }) => displayName).join(', ') });
  }
  if (matching.freePlaces === 0) return step('full');
  if (isRoundNear(matching, facts.now)) return step('proposing');
  return step(
    asRole('finding', facts),
    matching.nextRoundOn === null ? {} : { roundOn: matching.nextRoundOn },
  );
}

/** Nothing asks for a session together with someone to whom the person cannot write. */
function openSessions(facts: Facts): MentorshipSession[] {
  const stopped = new Set(
    facts.mentorships.filter((one) => isStopped(facts.channels, one.channelId)).map(({ id }) => id),
  );
  return facts.sessions.filter(({ mentorship }) => mentorship === null || !stopped.has(mentorship));
}

const mentorshipOf = ({ mentorships }: Facts, session: MentorshipSession) =>
  mentorships.find(({ id }) => id === session.mentorship);

function stoppedStep(facts: Facts): NextStep | null {
  const stopped = facts.mentorships.find((one) => isStopped(facts.channels, one.channelId));
  if (stopped === undefined) return null;
  const to = addressOf('/chat', stopped.channelId);
  return { kind: 'stopped', to, isChat: true, name: nameOf(stopped) };
}

/** The session to begin or to go on with; null if the person finished all. */
function sessionStep(facts: Facts): NextStep | null {
  const session = currentSession(openSessions(facts));
  const mentorship = session && mentorshipOf(facts, session);
  if (session === null || !mentorship) return null;
  const { id, localeTitle: title, endDate, sessionStatus, banner: picture } = session;
  const { lastSession: last } = mentorship;
  const hasBegun = sessionStatus !== null;
  const to =
    hasBegun && last?.sessionId === id
      ? `/mentorship/${id}/step/${last.stepId}`
      : `/mentorship/${id}/sessionintro`;
  const day = endDate === null ? {} : { day: endDate };
  const kind = hasBegun ? 'goOnSession' : 'beginSession';
  return { kind, to, name: nameOf(mentorship), title, picture, ...day };
}

/** What follows when the person finished all sessions: the others, or the certificate. */
function othersStep(facts: Facts): NextStep | null {
  const { sessions, mentorships, channels } = facts;
  const [first] = mentorships;
  if (sessions.length === 0 || first === undefined) return null;
  const open = unfinishedByOthers(openSessions(facts));
  if (open === null) {
    return { kind: 'done', to: `/mentorship/${first.id}/certificate`, name: nameOf(first) };
  }
  const mentorship = mentorshipOf(facts, open) ?? first;
  const about = { name: nameOf(mentorship), title: open.localeTitle };
  const channel = channels.find(({ channelId }) => channelId === mentorship.channelId);
  if (channel === undefined || !canWrite(channel)) {
    return {
      kind: 'othersAhead',
      to: `/mentorship?${new URLSearchParams({ mentorship: mentorship.id })}`,
      ...about,
    };
  }
  return { kind: 'othersSession', to: addressOf('/chat', channel.channelId), isChat: true, ...about };
}

/** A pair in which nothing was written, in which the other wrote last, or the latest one; pairs with staff only ask for an answer. */
function conversationStep({ person, channels }: Facts, kind: 'hello' | 'answer' | 'goOn'): NextStep | null {
  const fits = ({ lastMessage }: Channel) => {
    if (kind === 'goOn') return true;
    if (lastMessage === null) return kind === 'hello';
    return kind === 'answer' && lastMessage.userId !== person.id && !lastMessage.isDeleted;
  };
  for (const channel of channels) {
    const other = counterpart(channel, person.id);
    const isStaff = other?.role === 'Staff';
    if (other?.isActive && canWrite(channel) && fits(channel) && (kind === 'answer' || !isStaff)) {
      const to = addressOf('/chat', channel.channelId);
      return { kind, to, isChat: true, name: other.userFullName };
    }
  }
  return null;
}

/** Where sending is closed, a block or a report among the reasons, nothing asks the person to write. */
const canWrite = (channel: Channel) =>
  isListed(channel) && !channel.isBlocked && !channel.isReadOnly && !channel.blackout.refusesSending;

function waitingStep({ person }: Facts): NextStep {
  const { experiences } = person.status;
  if (experiences.curriculum === 'hide') return { kind: 'explore', to: besides(experiences) };
  return { kind: 'waiting', to: besides(experiences), message: experiences.ruleMessage.localeCurriculum };
}
