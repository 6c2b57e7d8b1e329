import { push as ar } from '../locales/ar/pages.json';
import { push as de } from '../locales/de/pages.json';
import { push as en } from '../locales/en/pages.json';

/** What the server tells a device: that there is something, and where. Never what, nor from whom. */
export interface Note {
  type: 'new_message' | 'incoming_call';
  channelId: string;
  /** The code of the person's language. */
  language: string;
}

const TEXTS: Readonly<Record<string, typeof en>> = { ar, de, en };
const KEYS = { new_message: 'push.newMessage', incoming_call: 'push.incomingCall' } as const;
const RIGHT_TO_LEFT = new Set(['ar']);

/** The note in a push; null for what nobody here understands, such as the kinds of a newer server. */
export function readNote(text: string | undefined): Note | null {
  try {
    const { type, channelId, language } = JSON.parse(text ?? '') as Partial<Note>;
    if (type === undefined || !(type in KEYS) || typeof channelId !== 'string') return null;
    return { type, channelId, language: String(language) };
  } catch {
    return null;
  }
}

/** What is shown for a note: general words, since a locked screen is read by others. */
export function wordsFor({ type, language }: Note): {
  text: string;
  lang: string;
  dir: NotificationDirection;
} {
  const lang = language in TEXTS ? language : 'en';
  const key = KEYS[type].slice('push.'.length) as keyof typeof en;
  return { text: (TEXTS[lang] ?? en)[key], lang, dir: RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr' };
}

/** Where a note leads. */
export function placeOf({ channelId }: Note): string {
  return `/chat/messenger?${new URLSearchParams({ channel: channelId })}`;
}
