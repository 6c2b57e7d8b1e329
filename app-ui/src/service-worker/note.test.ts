import { expect, it } from 'vitest';
import { placeOf, readNote, wordsFor } from './note';

const note = (changes: object = {}) =>
  JSON.stringify({ type: 'new_message', channelId: 'c-1', language: 'de', ...changes });

it('speaks the language of the person, or English', () => {
  const german = readNote(note());
  const arabic = readNote(note({ type: 'incoming_call', language: 'ar' }));
  const other = readNote(note({ language: 'tlh' }));
  if (german === null || arabic === null || other === null) throw new Error('unreadable');
  expect(wordsFor(german)).toEqual({ text: 'Du hast eine neue Nachricht', lang: 'de', dir: 'ltr' });
  expect(wordsFor(arabic)).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(wordsFor(other)).toEqual({ text: 'You have a new message', lang: 'en', dir: 'ltr' });
});

it('leads to the conversation, and to no other site', () => {
  const named = readNote(note({ channelId: '../../evil?x=1&channel=2' }));
  if (named === null) throw new Error('unreadable');
  const place = new URL(placeOf(named), 'https://hub.example.org');
  expect(place.origin + place.pathname).toBe('https://hub.example.org/chat/messenger');
  expect(place.searchParams.getAll('channel')).toEqual(['../../evil?x=1&channel=2']);
});

it.each([undefined, '', 'no json', '[]', 'null', note({ type: 'news_of_tomorrow' }), note({ channelId: 7 })])(
  'understands nothing of %j',
  (text) => {
    expect(readNote(text)).toBeNull();
  },
);
