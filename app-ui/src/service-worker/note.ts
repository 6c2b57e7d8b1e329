import { push as ar } from '../locales/ar/pages.json';
import { push as de } from '../locales/de/pages.json';
import { push as en } from '../locales/en/pages.json';

/** What the server tells a device: that there is something, and where. Never what, nor from whom. */
export type Note = { channelId: string /** The code of the person's language. */; language: string } & (
  | { type: 'new_message' }
  | { type: 'incoming_call'; room: string; ringsUntil: string }
  | { type: 'call_settled'; room: string; outcome: string }
);

export type IncomingCall = Extract<Note, { type: 'incoming_call' }>;
export type CallSettled = Extract<Note, { type: 'call_settled' }>;

interface Words {
  text: string;
  accept: string;
  decline: string;
  lang: string;
  dir: NotificationDirection;
}

type Key = `push.${keyof typeof en}`;

const TEXTS: Readonly<Record<string, typeof en>> = { ar, de, en };
const KEYS: Readonly<Record<Note['type'], Key>> = {
  new_message: 'push.newMessage',
  incoming_call: 'push.incomingCall',
  call_settled: 'push.missedCall',
};
const RIGHT_TO_LEFT = new Set(['ar']);
const LONGEST_MS = 45_000;
/** The clocks of two machines differ: a call that seems over rings for so long at least. */
const SHORTEST_MS = 10_000;

/** The note in a push; null for what nobody here understands, such as the kinds of a newer server. */
export function readNote(text: string | undefined): Note | null {
  try {
    const note = JSON.parse(text ?? '') as Record<string, unknown>;
    const { type, channelId, room } = note;
    if (typeof channelId !== 'string') return null;
    const language = String(note.language);
    if (type === 'new_message') return { type, channelId, language };
    if (typeof room !== 'string') return null;
    if (type === 'incoming_call')
      return { type, channelId, language, room, ringsUntil: String(note.ringsUntil) };
    if (type === 'call_settled') return { type, channelId, language, room, outcome: String(note.outcome) };
    return null;
  } catch {
    return null;
  }
}

/** What is shown for a note: general words, since a locked screen is read by others. */
export function wordsFor({ type, language }: Note): Words {
  const lang = language in TEXTS ? language : 'en';
  const say = (key: Key) => (TEXTS[lang] ?? en)[key.slice('push.'.length) as keyof typeof en];
  const dir = RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr';
  return { text: say(KEYS[type]), accept: say('push.accept'), decline: say('push.decline'), lang, dir };
}

/** One line per conversation, however much is said in it, and one per call, whatever becomes of it. */
export const tagOf = (note: Note): string =>
  note.type === 'new_message' ? `new_message-${note.channelId}` : `call-${note.room}`;

/** How a note is shown, whatever it says: under its tag, so that the next one takes its place. */
export function shownAs(note: Note): NotificationOptions {
  const { text, lang, dir } = wordsFor(note);
  return { body: text, lang, dir, data: note, icon: '/favicon.svg', tag: tagOf(note) };
}

/** How long a call rings from now on. */
export function ringingFor({ ringsUntil }: IncomingCall, now: number): number {
  const left = Date.parse(ringsUntil) - now;
  return Number.isNaN(left) ? LONGEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, left));
}

/** Where a note leads. A page that opens while a call rings shows it by itself. */
export function placeOf(note: Note): string {
  if (note.type === 'incoming_call') return '/chat?section=video';
  return `/chat/messenger?${new URLSearchParams({ channel: note.channelId })}`;
}

/** Where a call is that somebody takes. */
export const callOf = ({ room }: IncomingCall): string =>
  `/chat?${new URLSearchParams({ section: 'video', room })}`;
