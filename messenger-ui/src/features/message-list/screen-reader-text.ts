import type { ChatMessage } from '../../model/message';

/** Returns the announcement of a new message: its text in one line and its helplines. */
export function screenReaderText(
  { text, assistant }: ChatMessage,
  summary: (text: string) => string,
): string {
  const lines = assistant?.helplines.map((line) => `${line.name}: ${line.phone}`) ?? [];
  return [summary(text), ...lines].join(' ');
}
