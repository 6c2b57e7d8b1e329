import { accept, type Problem, type StoredAnswer } from './accept';
import type { Question } from './question';
import { isQuestionType } from './question-types';

/** What was typed or chosen, by question key. */
export type Values = Readonly<Record<string, unknown>>;

export interface Review {
  /** Converted answers of the questions that are asked. */
  answers: Readonly<Record<string, StoredAnswer>>;
  problems: Readonly<Record<string, Problem>>;
  /** The questions that are asked after these answers. */
  visible: readonly Question[];
  /** Keys of answers that are not sent, because their questions are not asked. */
  dropped: readonly string[];
}

/** Mirrors `submit` of the crate `questions`: conditions refer to earlier questions only. */
export function review(questions: readonly Question[], values: Values, today: string): Review {
  const answers: Record<string, StoredAnswer> = {};
  const problems: Record<string, Problem> = {};
  const visible: Question[] = [];
  const dropped: string[] = [];
  for (const question of questions) {
    const { key } = question;
    const accepted = accept(question, answerOf(values[key]), today);
    if (!isVisible(question, answers)) {
      if ('problem' in accepted || accepted.answer !== null) dropped.push(key);
      continue;
    }
    visible.push(question);
    if ('problem' in accepted) problems[key] = accepted.problem;
    else if (accepted.answer !== null) answers[key] = accepted.answer;
    // A question that this page cannot show cannot be answered.
    else if (question.isMandatory && isQuestionType(question.type)) problems[key] = { code: 'mandatory' };
  }
  return { answers, problems, visible, dropped };
}

function isVisible({ visibleIf }: Question, answers: Review['answers']): boolean {
  if (visibleIf === null) return true;
  const answer = answers[visibleIf.question];
  const keys: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return keys.some((key) => typeof key === 'string' && visibleIf.anyOf.includes(key));
}

/** An uploaded file with what the page shows of it. */
export interface FileValue {
  file: string;
  title?: string;
  url: string;
  name: string;
}

export function isFileValue(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && typeof (value as FileValue).file === 'string';
}

/** Returns what is sent of a value: its address and name belong to the page. */
function answerOf(value: unknown): unknown {
  if (!isFileValue(value)) return value;
  const { file, title } = value;
  return title === undefined ? { file } : { file, title };
}
