import { expect, it } from 'vitest';
import {
  callOf,
  type IncomingCall,
  type Note,
  pathOf,
  readNote,
  ringingFor,
  shownAs,
  tagOf,
  wordsFor,
} from './note';

const text = (changes: object = {}) =>
  JSON.stringify({ type: 'new_message', channelId: 'c-1', language: 'de', ...changes });

function note(changes: object = {}): Note {
  const read = readNote(text(changes));
  if (read === null) throw new Error('unreadable');
  return read;
}

const call = (changes: object = {}) =>
  note({
    type: 'incoming_call',
    room: 'river',
    ringsUntil: '2026-03-02T09:00:45Z',
    ...changes,
  }) as IncomingCall;

it('speaks the language of the person, or English', () => {
  expect(wordsFor(note())).toMatchObject({ text: 'Du hast eine neue Nachricht', lang: 'de', dir: 'ltr' });
  expect(wordsFor(call({ language: 'ar' }))).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(wordsFor(call())).toMatchObject({
    text: 'Du wirst angerufen',
    accept: 'Annehmen',
    decline: 'Ablehnen',
  });
  expect(
    wordsFor(note({ type: 'call_settled', room: 'river', outcome: 'missed', language: 'tlh' })),
  ).toMatchObject({
    text: 'You missed a call',
    lang: 'en',
    dir: 'ltr',
  });
});

it('opens the channel on this site only', () => {
  const evil = '../../evil?x=1&channel=2&room=3';
  const opened = new URL(pathOf(note({ channelId: evil })), 'https://hub.example.org');
  expect(opened.origin + opened.pathname).toBe('https://hub.example.org/chat/messenger');
  expect(opened.searchParams.getAll('channel')).toEqual([evil]);
  expect(pathOf(call())).toBe('/chat?section=video');
  const taken = new URL(callOf(call({ room: evil })), 'https://hub.example.org');
  expect(taken.origin + taken.pathname).toBe('https://hub.example.org/chat');
  expect(taken.searchParams.getAll('room')).toEqual([evil]);
});

it('reminds of events and deadlines', () => {
  const ids = { mentorshipId: 'm', eventId: 'e', channelId: undefined };
  const event = note({
    type: 'event_reminder',
    ...ids,
    callChannelId: null,
    startsAt: '2026-03-05T18:00:00Z',
  });
  expect(shownAs(event)).toMatchObject({ tag: 'event-e', body: expect.stringMatching(/Kalender.*: .*2026/) });
  expect(pathOf(event)).toBe('/mentorship?mentorship=m&calendar=&event=e');
  const call = note({ type: 'event_reminder', ...ids, callChannelId: 'c&d', startsAt: 'soon' });
  expect(wordsFor(call).text).toBe('Euer Mentoring-Gespräch steht an');
  expect(pathOf(call)).toBe('/chat?channel=c%26d');
  expect(pathOf(call, 'join')).toBe('/chat?channel=c%26d&section=video');
  const begins = Date.parse('2026-03-05T18:00:00Z');
  const soon = note({ ...call, startsAt: '2026-03-05T18:00:00Z' });
  const actionsAt = (minutes: number) => shownAs(soon, begins - minutes * 60_000).actions;
  expect([actionsAt(60), shownAs(event, begins).actions, shownAs(call).actions]).toEqual(
    Array(3).fill(undefined),
  );
  expect(actionsAt(10)).toEqual([{ action: 'join', title: 'Zum Gespräch' }]);
  // The notification itself opens a call that begins soon, and the conversation before.
  expect(pathOf(soon, '', begins - 60 * 60_000)).toBe('/chat?channel=c%26d');
  expect(pathOf(soon, '', begins - 10 * 60_000)).toBe('/chat?channel=c%26d&section=video');
  expect(pathOf(soon, '', begins + 24 * 60 * 60_000)).toBe('/chat?channel=c%26d');
  const deadline = note({ type: 'deadline_reminder', ...ids, sessionId: '../x' });
  expect(pathOf(deadline)).toBe('/mentorship/..%2Fx/sessionintro');
  expect(tagOf(deadline)).toBe('deadline-../x');
});

it('has one notification per channel and call', () => {
  expect(tagOf(note())).toBe('new_message-c-1');
  expect(tagOf(call())).toBe('call-river');
  expect(tagOf(note({ type: 'call_settled', room: 'river', outcome: 'missed' }))).toBe('call-river');
});

it('rings for a minimum despite wrong clocks', () => {
  const at = Date.parse('2026-03-02T09:00:00Z');
  expect(ringingFor(call(), at + 15_000)).toBe(30_000);
  expect(ringingFor(call(), at - 3_600_000)).toBe(45_000);
  expect(ringingFor(call(), at + 3_600_000)).toBe(10_000);
  expect(ringingFor(call({ ringsUntil: 'soon' }), at)).toBe(45_000);
});

it.each([
  undefined,
  '',
  'no json',
  '[]',
  'null',
  text({ type: 'news_of_tomorrow' }),
  text({ channelId: 7 }),
  text({ type: 'incoming_call' }),
  text({ type: 'call_settled', room: 7 }),
])('understands nothing of %j', (unknown) => {
  expect(readNote(unknown)).toBeNull();
});

it('announcement leads to its page, and its text says nothing of it', () => {
  const note = readNote(JSON.stringify({ type: 'announcement', announcementId: 'a1', language: 'de' }));
  expect(note).toEqual({ type: 'announcement', announcementId: 'a1', language: 'de' });
  if (note === null) return;
  expect([pathOf(note), tagOf(note)]).toEqual(['/announcements/a1', 'announcement-a1']);
  expect(wordsFor(note).text).toBe('Dein Programmteam hat Neuigkeiten für dich');
});

it.each([
  ['safe-online', '/session/sessionintroduction/safe-online'],
  ['0196a3f0-0000-7000-8000-000000000001', '/mentorship/0196a3f0-0000-7000-8000-000000000001/sessionintro'],
])('a changed result in %s leads to its session', (sessionId, path) => {
  const note = readNote(JSON.stringify({ type: 'answer_key_corrected', sessionId, language: 'de' }));
  if (note === null) throw new Error('unreadable');
  expect([pathOf(note), tagOf(note)]).toEqual([path, `result-${sessionId}`]);
  expect(wordsFor(note).text).toBe('Das Ergebnis eines Quiz hat sich geändert');
});
