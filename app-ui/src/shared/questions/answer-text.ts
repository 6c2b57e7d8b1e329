import { dateFormat } from 'ui-kit';
import type { FileValue } from './submission';

/** What the text of an answer needs of its question. */
interface Asked {
  type: string;
  options: readonly { key: string; label: string }[];
}

/** Returns the keys of the options that an answer chose. */
export function chosenKeys(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer.filter((key): key is string => typeof key === 'string') : [];
}

/** Returns a stored answer for people; empty without one. */
export function answerText(answer: unknown, { type, options }: Asked, language: string): string {
  if (typeof answer === 'number') return new Intl.NumberFormat(language).format(answer);
  if (Array.isArray(answer)) {
    const labels = chosenKeys(answer).map((key) => options.find((one) => one.key === key)?.label ?? key);
    return labels.map((label, index) => `${index + 1}. ${label}`).join('\n');
  }
  if (typeof answer !== 'string') return fileText(answer as Partial<FileValue> | null | undefined);
  if (type === 'Date' || type === 'DateTime') return dateText(answer, type, language);
  return answer;
}

/** Returns an answer in words: the labels of chosen options, else its text. */
export function answerWords(answer: unknown, asked: Asked, language: string): string {
  const chosen = chosenKeys(answer);
  const labels = asked.options.filter(({ key }) => chosen.includes(key)).map(({ label }) => label);
  const isOrder = asked.type === 'ArrangeInOrder';
  return labels.length > 0 && !isOrder ? labels.join(', ') : answerText(answer, asked, language);
}

const fileText = (file: Partial<FileValue> | null | undefined): string => file?.title ?? file?.name ?? '';

function dateText(answer: string, type: string, language: string): string {
  const date = new Date(answer);
  if (Number.isNaN(date.getTime())) return answer;
  const options =
    type === 'Date'
      ? ({ dateStyle: 'long', timeZone: 'UTC' } as const)
      : ({ dateStyle: 'long', timeStyle: 'short' } as const);
  return dateFormat(language, options).format(date);
}
