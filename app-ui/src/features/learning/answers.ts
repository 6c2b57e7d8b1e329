import { isFileValue } from '../../shared/questions/submission';
import type { Quiz } from './api/learning';

type QuizQuestion = Quiz['questions'][number];

/** Returns the keys of the options that an answer chose. */
export function chosenKeys(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer.filter((key): key is string => typeof key === 'string') : [];
}

/** Returns a stored answer for people; empty without one. */
export function answerText(answer: unknown, question: QuizQuestion, language: string): string {
  const { questionType, answerOptions } = question;
  if (typeof answer === 'number') return new Intl.NumberFormat(language).format(answer);
  if (isFileValue(answer)) return answer.title ?? answer.name;
  if (Array.isArray(answer)) {
    const labels = chosenKeys(answer).map(
      (key) => answerOptions.find((option) => option.key === key)?.localeLabel ?? key,
    );
    return labels.map((label, index) => `${index + 1}. ${label}`).join('\n');
  }
  if (typeof answer !== 'string') return '';
  if (questionType === 'Date' || questionType === 'DateTime') return dateText(answer, questionType, language);
  return answer;
}

function dateText(answer: string, type: string, language: string): string {
  const options =
    type === 'Date'
      ? ({ dateStyle: 'long', timeZone: 'UTC' } as const)
      : ({ dateStyle: 'long', timeStyle: 'short' } as const);
  return new Intl.DateTimeFormat(language, options).format(new Date(answer));
}
