import { isDay, toInstant } from './dates';
import { parseNumber } from './numbers';
import type { Question } from './question';
import { ANSWER_FORMS, type AnswerForm, isQuestionType } from './question-types';

/** Mirrors `accept` of the crate `questions`; both sides pass questions/tests/cases.json. */

export const MAX_TEXT_CHARS = 5_000;
export const MAX_TITLE_CHARS = 200;

/** Why an answer is refused, as the server writes it. */
export type Problem =
  | {
      code:
        | 'mandatory'
        | 'unknown_question'
        | 'wrong_form'
        | 'control_characters'
        | 'not_numeric'
        | 'not_a_date'
        | 'future_date'
        | 'unknown_option'
        | 'not_all_options'
        | 'title_mandatory';
    }
  | { code: 'too_long'; max: number }
  | { code: 'outside_scale'; min: number; max: number };

export type StoredAnswer = string | number | readonly string[] | { file: string; title?: string };

/** `answer` is null if nothing was answered. */
export type Accepted = { answer: StoredAnswer | null } | { problem: Problem };

type Rule = Pick<Question, 'options' | 'scale' | 'range' | 'noFuture'>;

class Refusal {
  constructor(readonly problem: Problem) {}
}

function refuse(problem: Problem): never {
  throw new Refusal(problem);
}

/** Converts an answer to what the server stores. `today` is the day in the person's time zone. */
export function accept(question: Rule & { type: string }, answer: unknown, today: string): Accepted {
  // A page cannot know the rules of a type that is newer than itself.
  if (!isQuestionType(question.type) || isEmpty(answer)) return { answer: null };
  try {
    return { answer: CONVERSIONS[ANSWER_FORMS[question.type]](answer, question, today) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem };
    throw error;
  }
}

function isEmpty(answer: unknown): boolean {
  if (answer === null || answer === undefined) return true;
  if (typeof answer === 'string') return trim(answer) === '';
  return Array.isArray(answer) && answer.length === 0;
}

type Conversion = (answer: unknown, question: Rule, today: string) => StoredAnswer;

const CONVERSIONS: Record<AnswerForm, Conversion> = {
  line: (answer) =>
    text(answer, MAX_TEXT_CHARS)
      .split(/\p{White_Space}+/u)
      .join(' '),
  paragraphs: (answer) => text(answer, MAX_TEXT_CHARS),
  number: (answer, { range }) => within(range, numberOf(answer)),
  date: (answer, question, today) => {
    const day = textOf(answer);
    if (!isDay(day)) refuse({ code: 'not_a_date' });
    return question.noFuture && day > today ? refuse({ code: 'future_date' }) : day;
  },
  dateTime: (answer, question, today) => {
    const instant = toInstant(textOf(answer)) ?? refuse({ code: 'not_a_date' });
    return question.noFuture && instant.slice(0, 10) > today ? refuse({ code: 'future_date' }) : instant;
  },
  oneOption: (answer, question) => option(answer, question),
  // In the order of the definition, so that equal choices are equal answers.
  someOptions: (answer, question) => {
    const chosen = listOf(answer).map((item) => option(item, question));
    return question.options.map(({ key }) => key).filter((key) => chosen.includes(key));
  },
  allOptions: (answer, question) => {
    const order = listOf(answer).map((item) => option(item, question));
    const isComplete =
      order.length === question.options.length && question.options.every(({ key }) => order.includes(key));
    return isComplete ? order : refuse({ code: 'not_all_options' });
  },
  scale: (answer, { scale }) => {
    const number = numberOf(answer);
    if (!Number.isInteger(number)) refuse({ code: 'not_numeric' });
    return within(scale, number);
  },
  picture: (answer) => ({ file: fileOf(answer).file }),
  document: (answer) => ({ file: fileOf(answer).file }),
  titledPicture: (answer) => {
    const { file, title = '' } = fileOf(answer);
    const kept = text(title, MAX_TITLE_CHARS);
    return kept === '' ? refuse({ code: 'title_mandatory' }) : { file, title: kept };
  },
  video: (answer) =>
    answer === 'watched' || answer === 'elsewhere' ? answer : refuse({ code: 'wrong_form' }),
};

/** The server's idea of white space differs from that of `String.trim`. */
const trim = (value: string): string => value.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');

const textOf = (answer: unknown): string =>
  typeof answer === 'string' ? answer : refuse({ code: 'wrong_form' });

const listOf = (answer: unknown): unknown[] =>
  Array.isArray(answer) ? answer : refuse({ code: 'wrong_form' });

function text(answer: unknown, max: number): string {
  const kept = trim(textOf(answer).replaceAll('\r\n', '\n')).normalize('NFC');
  if ([...kept].length > max) refuse({ code: 'too_long', max });
  if (/[^\P{Cc}\n\t]/u.test(kept)) refuse({ code: 'control_characters' });
  return kept;
}

function numberOf(answer: unknown): number {
  if (typeof answer === 'number') return answer;
  return parseNumber(textOf(answer)) ?? refuse({ code: 'not_numeric' });
}

function within(range: { min: number; max: number } | null, number: number): number {
  if (range === null) return number;
  const { min, max } = range;
  return number >= min && number <= max ? number : refuse({ code: 'outside_scale', min, max });
}

function option(answer: unknown, { options }: Rule): string {
  const wanted = textOf(answer);
  return options.some(({ key }) => key === wanted) ? wanted : refuse({ code: 'unknown_option' });
}

function fileOf(answer: unknown): { file: string; title?: string } {
  if (typeof answer !== 'object' || answer === null) return refuse({ code: 'wrong_form' });
  const { file, title, ...more } = answer as Record<string, unknown>;
  const isFile = typeof file === 'string' && file !== '' && file.length <= 64;
  const isTitle = title === undefined || title === null || typeof title === 'string';
  if (!isFile || !isTitle || Object.keys(more).length > 0) return refuse({ code: 'wrong_form' });
  return typeof title === 'string' ? { file, title } : { file };
}
