import type { CalendarEvent, EventRequest } from './calendar';
import { toField } from './event-time';
import { addDays, type Day, dayOf, noonOf } from './month';

/** The fields of the form. */
export interface EventDraft {
  title: string;
  isMentoringCall: boolean | null;
  /** The title of a session; empty for none. */
  session: string;
  /** Date and time, where the reader is; empty before a choice. */
  time: string;
  description: string;
  isWeekly: boolean;
  until: Day;
}

export type Field = 'title' | 'isPairGroupCall' | 'scheduledTime' | 'repeatsUntil';
export type Problems = Partial<Record<Field, 'required' | 'past' | 'untilPast'>>;

const LONGEST_WEEKS = 25;
const USUAL_HOUR = 17;

/** Returns the fields of a new event: today at the next half hour, on a later day at a usual one. */
export function newDraft(day: Day, now: Date, title = ''): EventDraft {
  const today = dayOf(now);
  const at = day === today ? nextHalfHour(now) : noonOf(day);
  if (day !== today) at.setHours(USUAL_HOUR);
  const time = day < today ? '' : toField(at);
  const until = addDays(day, 4 * 7);
  return { title, isMentoringCall: null, session: '', time, description: '', isWeekly: false, until };
}

function nextHalfHour(now: Date): Date {
  const at = new Date(now);
  at.setMinutes(now.getMinutes() < 30 ? 30 : 60, 0, 0);
  return at;
}

export function draftOf(event: CalendarEvent): EventDraft {
  const { title, isPairGroupCall, localeSessionName, scheduledTime, description, repeatsUntil } = event;
  return {
    title,
    isMentoringCall: isPairGroupCall,
    session: localeSessionName ?? '',
    time: toField(scheduledTime),
    description,
    isWeekly: repeatsUntil !== null,
    until: repeatsUntil ?? addDays(dayOf(new Date(scheduledTime)), 4 * 7),
  };
}

/** Returns what is missing or impossible. An event that is edited may keep a time that is over. */
export function problemsOf(draft: EventDraft, edited: CalendarEvent | undefined, now: Date): Problems {
  const problems: Problems = {};
  if (draft.title.trim() === '') problems.title = 'required';
  if (draft.isMentoringCall === null) problems.isPairGroupCall = 'required';
  const isUnchanged = edited !== undefined && toField(edited.scheduledTime) === draft.time;
  if (draft.time === '') problems.scheduledTime = 'required';
  else if (!isUnchanged && new Date(draft.time) <= now) problems.scheduledTime = 'past';
  if (draft.isWeekly && draft.time !== '') {
    const first = draft.time.slice(0, 10);
    const isPossible = draft.until > first && draft.until <= addDays(first, 7 * LONGEST_WEEKS);
    if (!isPossible) problems.repeatsUntil = 'untilPast';
  }
  return problems;
}

/** What the form adds to its fields. */
interface Ids {
  mentorship: string;
  mentorGroup: string | null;
  partner: string | undefined;
  timeZone: string;
  /** Of the request for a new event. */
  request: string;
}

/** Returns what to send. The time of an edited event stays as it is to the second, if it is not changed. */
export function bodyOf(draft: EventDraft, edited: CalendarEvent | undefined, ids: Ids): EventRequest {
  const isUnchanged = edited !== undefined && toField(edited.scheduledTime) === draft.time;
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    sessionName: draft.session === '' ? null : draft.session,
    isPairGroupCall: draft.isMentoringCall,
    scheduledTime: isUnchanged ? edited.scheduledTime : new Date(draft.time).toISOString(),
    repeatsUntil: draft.isWeekly ? draft.until : null,
    timeZone: isUnchanged ? edited.timeZone : ids.timeZone,
    created_by: ids.partner ?? null,
    mentorship: ids.mentorship,
    mentor_group: ids.mentorGroup,
    updatedOn: edited?.updatedOn ?? null,
    requestId: edited ? null : ids.request,
  };
}

/** Whether an event is as the form sent it. White space in titles is the server's choice. */
export function isAsSent(event: CalendarEvent, body: EventRequest): boolean {
  const words = (text: string | null | undefined) => text?.split(/\s+/u).join(' ');
  return (
    words(event.title) === words(body.title) &&
    event.description === body.description &&
    event.localeSessionName === body.sessionName &&
    event.isPairGroupCall === body.isPairGroupCall &&
    Date.parse(event.scheduledTime) === Date.parse(body.scheduledTime ?? '') &&
    event.repeatsUntil === body.repeatsUntil
  );
}
