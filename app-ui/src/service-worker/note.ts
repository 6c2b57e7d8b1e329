import { formatDateTime } from 'ui-kit/dates';
import { push as ar } from '../locales/ar/pages.json';
import { push as de } from '../locales/de/pages.json';
import { push as en } from '../locales/en/pages.json';

/** A push message: what happened and where, never the content or the sender. */
export type Note = /** `language`: the code of the person's language. */ { language: string } & (
  | { type: 'new_message'; channelId: string }
  | { type: 'incoming_call'; channelId: string; room: string; ringsUntil: string }
  | { type: 'call_settled'; channelId: string; room: string; outcome: string }
  | { type: 'survey_opened' }
  | { type: 'staff_alert'; isUrgent: boolean }
  | { type: 'matching'; notice: string }
  | { type: 'announcement'; announcementId: string }
  | { type: 'answer_key_corrected'; sessionId: string }
  | EventReminder
  | { type: 'deadline_reminder'; mentorshipId: string; sessionId: string }
);

/** `callChannelId`: of a call of the members. */
type EventReminder = {
  type: 'event_reminder';
  mentorshipId: string;
  eventId: string;
  callChannelId: string | null;
  startsAt: string;
};

export type IncomingCall = Extract<Note, { type: 'incoming_call' }>;
export type CallSettled = Extract<Note, { type: 'call_settled' }>;

/** Notification options that TypeScript does not know and some browsers lack. */
export interface ActionOptions extends NotificationOptions {
  actions?: readonly { action: string; title: string }[];
}

interface Words {
  text: string;
  accept: string;
  decline: string;
  join: string;
  lang: string;
  dir: NotificationDirection;
}

type Key = `push.${keyof typeof en}`;

const TEXTS: Readonly<Record<string, typeof en>> = { ar, de, en };
/** The action that opens the call of a reminder. */
const JOIN = 'join';
const KEYS: Readonly<Record<Exclude<Note['type'], 'matching'> | 'call_reminder' | 'staff_crisis', Key>> = {
  new_message: 'push.newMessage',
  incoming_call: 'push.incomingCall',
  call_settled: 'push.missedCall',
  survey_opened: 'push.surveyOpened',
  staff_alert: 'push.staffAlert',
  staff_crisis: 'push.staffCrisis',
  announcement: 'push.announcement',
  answer_key_corrected: 'push.answerKeyCorrected',
  event_reminder: 'push.eventReminder',
  call_reminder: 'push.callReminder',
  deadline_reminder: 'push.deadlineReminder',
};
const MATCHING_KEYS: Readonly<Record<string, Key>> = {
  proposed: 'push.matchProposed',
  interested: 'push.matchInterested',
  selected: 'push.matchSelected',
  accepted: 'push.matchAccepted',
  reminder: 'push.matchReminder',
  began: 'push.mentorshipBegan',
  group_changed: 'push.groupChanged',
  left_group: 'push.leftGroup',
  pauses_changed: 'push.pausesChanged',
  transferred: 'push.programmeChanged',
  ended: 'push.mentorshipEnded',
  ended_searching: 'push.mentorshipEndedSearching',
  goes_on: 'push.mentorshipGoesOn',
};
const RIGHT_TO_LEFT = new Set(['ar']);
/** Pixels, because phones draw no SVG here. The badge is white on transparent: Android tints it. */
const ICON = '/icons/icon-192.png';
const BADGE = '/icons/badge-96.png';
/** Calls that begin within this time have a button: the last reminder comes ten minutes before. */
const SOON_MS = 15 * 60_000;
/** How long after its beginning a call may go on. */
const LONG_MS = 2 * 60 * 60_000;
const LONGEST_MS = 45_000;
/** Clocks differ: a call that seems over rings at least this long. */
const SHORTEST_MS = 10_000;

/** Parses a push message; null for unknown kinds, for example of a newer server. */
export function readNote(text: string | undefined): Note | null {
  try {
    const note = JSON.parse(text ?? '') as Record<string, unknown>;
    const { type, channelId, room } = note;
    const language = String(note.language);
    if (type === 'survey_opened') return { type, language };
    if (type === 'staff_alert') return { type, language, isUrgent: note.isUrgent === true };
    if (type === 'matching') {
      const notice = String(note.notice);
      return notice in MATCHING_KEYS ? { type, language, notice } : null;
    }
    if (type === 'announcement') return { type, language, announcementId: String(note.announcementId) };
    if (type === 'answer_key_corrected') return { type, language, sessionId: String(note.sessionId) };
    const { mentorshipId, sessionId, eventId, callChannelId, startsAt } = note;
    if (type === 'deadline_reminder')
      return { type, language, mentorshipId: String(mentorshipId), sessionId: String(sessionId) };
    if (type === 'event_reminder') {
      const ids = { mentorshipId: String(mentorshipId), eventId: String(eventId) };
      const channel = typeof callChannelId === 'string' ? callChannelId : null;
      return { type, language, ...ids, callChannelId: channel, startsAt: String(startsAt) };
    }
    if (typeof channelId !== 'string') return null;
    if (type === 'new_message') return { type, channelId, language };
    if (typeof room !== 'string') return null;
    if (type === 'incoming_call')
      return { type, channelId, language, room, ringsUntil: String(note.expires_at ?? note.ringsUntil) };
    if (type === 'call_settled') return { type, channelId, language, room, outcome: String(note.outcome) };
    return null;
  } catch {
    return null;
  }
}

/** Returns the text of a notification: general, because others can read a locked screen. */
export function wordsFor(note: Note): Words {
  const { language } = note;
  const lang = language in TEXTS ? language : 'en';
  const say = (key: Key) => (TEXTS[lang] ?? en)[key.slice('push.'.length) as keyof typeof en];
  const dir = RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr';
  const actions = { accept: say('push.accept'), decline: say('push.decline'), join: say('push.joinCall') };
  return { text: say(keyOf(note)), ...actions, lang, dir };
}

function keyOf(note: Note): Key {
  if (note.type === 'staff_alert' && note.isUrgent) return KEYS.staff_crisis;
  if (note.type === 'matching') return MATCHING_KEYS[note.notice] ?? 'push.matchReminder';
  return KEYS[note.type === 'event_reminder' && note.callChannelId !== null ? 'call_reminder' : note.type];
}

/** Returns the tag: one notification per channel, call, event and session, and one for all surveys. */
export function tagOf(note: Note): string {
  if (note.type === 'event_reminder') return `event-${note.eventId}`;
  if (note.type === 'deadline_reminder') return `deadline-${note.sessionId}`;
  if (note.type === 'announcement') return `announcement-${note.announcementId}`;
  if (note.type === 'answer_key_corrected') return `result-${note.sessionId}`;
  if (note.type === 'survey_opened' || note.type === 'matching') return note.type;
  if (note.type === 'staff_alert') return note.isUrgent ? 'staff_crisis' : 'staff_alert';
  return note.type === 'new_message' ? `new_message-${note.channelId}` : `call-${note.room}`;
}

/** Options of every notification: under its tag, so that the next one replaces it. A call that begins soon has a button. */
export function shownAs(note: Note, now = Date.now()): ActionOptions {
  const { text, join, lang, dir } = wordsFor(note);
  const body = note.type === 'event_reminder' ? `${text}: ${timeOf(note, lang)}` : text;
  const actions = isCallSoon(note, now) ? { actions: [{ action: JOIN, title: join }] } : {};
  return { body, lang, dir, data: note, icon: ICON, badge: BADGE, tag: tagOf(note), ...actions };
}

const isNear = (left: number): boolean => left <= SOON_MS && left >= -LONG_MS;

/** Whether a call of the members begins in a few minutes, or has begun a while ago. */
const isCallSoon = (note: Note, now: number): boolean =>
  note.type === 'event_reminder' && note.callChannelId !== null && isNear(Date.parse(note.startsAt) - now);

/** When an event begins, where the device is. */
function timeOf({ startsAt }: EventReminder, language: string): string {
  const at = new Date(startsAt);
  return Number.isNaN(at.getTime()) ? '' : formatDateTime(at, language);
}

/** Returns how long the call still rings. */
export function ringingFor({ ringsUntil }: IncomingCall, now: number): number {
  const left = Date.parse(ringsUntil) - now;
  return Number.isNaN(left) ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left));
}

/** The introduction of a session: one of a mentorship has an id of its own, one of the learning hub its key. */
const introOf = (session: string): string =>
  /^[0-9a-f]{8}-/.test(session)
    ? `/mentorship/${encodeURIComponent(session)}/sessionintro`
    : `/session/sessionintroduction/${encodeURIComponent(session)}`;

/**
 * Returns the address that a notification, or one of its actions, opens. A page opened while a call rings shows the call.
 */
export function pathOf(note: Note, action = '', now = Date.now()): string {
  if (note.type === 'survey_opened') return '/surveylisting';
  if (note.type === 'staff_alert') return '/staff/reports';
  if (note.type === 'announcement') return `/announcements/${encodeURIComponent(note.announcementId)}`;
  if (note.type === 'answer_key_corrected') return introOf(note.sessionId);
  if (note.type === 'matching')
    return note.notice === 'accepted' || note.notice === 'ended' ? '/mentorship' : '/mentorship/matching';
  if (note.type === 'deadline_reminder')
    return `/mentorship/${encodeURIComponent(note.sessionId)}/sessionintro`;
  if (note.type === 'event_reminder') {
    if (note.callChannelId !== null) {
      const section: Record<string, string> =
        action === JOIN || isCallSoon(note, now) ? { section: 'video' } : {};
      return `/chat?${new URLSearchParams({ channel: note.callChannelId, ...section })}`;
    }
    return `/mentorship?${new URLSearchParams({ mentorship: note.mentorshipId, calendar: '', event: note.eventId })}`;
  }
  if (note.type === 'incoming_call') return '/chat?section=video';
  return `/chat/messenger?${new URLSearchParams({ channel: note.channelId })}`;
}

/** Returns the address of an accepted call. */
export const callOf = ({ room }: IncomingCall): string =>
  `/chat?${new URLSearchParams({ section: 'video', room })}`;
