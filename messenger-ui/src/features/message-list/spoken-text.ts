import type { ChatMessage } from '../../model/message';

/** What a screen reader says of a new message: its text in one line, and whom it says to call. */
export function spokenText({ text, assistant }: ChatMessage, summary: (text: string) => string): string {
  const lines = assistant?.helplines.map((line) => `${line.name}: ${line.phone}`) ?? [];
  return [summary(text), ...lines].join(' ');
}
