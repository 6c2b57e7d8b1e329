import { expect, test } from 'vitest';
import type { CalendarEvent } from './calendar';
import { bodyOf, draftOf, newDraft, problemsOf } from './event-draft';

const now = new Date(2026, 2, 2, 9, 0);
const event: CalendarEvent = {
  id: 'e',
  title: 'First call',
  description: '',
  sessionName: null,
  localeSessionName: null,
  sessionKey: null,
  sessionId: null,
  scheduledTime: new Date(2026, 1, 26, 18, 0, 30).toISOString(),
  occurrences: [],
  repeatsUntil: null,
  timeZone: 'Pacific/Auckland',
  isPairGroupCall: true,
  createdBy: 'nina',
  mentorship: 'm',
  mentorGroup: null,
  updatedOn: '2026-02-20T10:00:00.123Z',
};
const ids = { mentorship: 'm', mentorGroup: null, partner: 'leo', timeZone: 'Europe/London', request: 'r' };

test('a new event needs title, kind and time', () => {
  const past = newDraft('2026-03-01', now);
  expect(problemsOf(past, undefined, now)).toEqual({
    title: 'required',
    isPairGroupCall: 'required',
    scheduledTime: 'required',
  });
  const thursday = { ...newDraft('2026-03-05', now), title: 'Call', isMentoringCall: false };
  expect(thursday.time).toBe('2026-03-05T17:00');
  expect(problemsOf(thursday, undefined, now)).toEqual({});
  expect(problemsOf({ ...thursday, time: '2026-03-02T08:59' }, undefined, now)).toEqual({
    scheduledTime: 'past',
  });
  for (const until of ['2026-03-05', '2026-08-28', '']) {
    expect(problemsOf({ ...thursday, isWeekly: true, until }, undefined, now)).toEqual({
      repeatsUntil: 'untilPast',
    });
  }
  expect(problemsOf({ ...thursday, isWeekly: true, until: '2026-08-27' }, undefined, now)).toEqual({});
});

test.each([
  [[9, 0], '2026-03-02T09:30'],
  [[9, 29], '2026-03-02T09:30'],
  [[9, 30], '2026-03-02T10:00'],
  [[23, 45], '2026-03-03T00:00'],
] as const)('a new event of today at %j begins at the next half hour', ([hour, minute], time) => {
  const draft = newDraft('2026-03-02', new Date(2026, 2, 2, hour, minute), 'Call with Leo');
  expect(draft).toMatchObject({ title: 'Call with Leo', time });
});

test('an edited event keeps its time and zone until they change', () => {
  const draft = { ...draftOf(event), description: ' We met. ' };
  expect(problemsOf(draft, event, now)).toEqual({});
  const body = bodyOf(draft, event, ids);
  expect(body).toMatchObject({
    scheduledTime: event.scheduledTime,
    timeZone: 'Pacific/Auckland',
    updatedOn: event.updatedOn,
    description: 'We met.',
    created_by: 'leo',
  });
  const moved = bodyOf({ ...draft, time: '2026-03-05T18:00' }, event, ids);
  expect(moved.timeZone).toBe('Europe/London');
  expect(moved.scheduledTime).toBe(new Date(2026, 2, 5, 18, 0).toISOString());
});
