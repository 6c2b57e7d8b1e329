import { answerWords } from '../../../shared/questions/answer-text';
import type { Question } from '../../../shared/questions/question';
import { review, type Values } from '../../../shared/questions/submission';
import type { WireAnswer } from '../../../shared/questions/wire';

interface Typed {
  question: Question;
  text: string;
}

/** Returns what was typed on this device and is not what the server has, in words. */
export function unsentOf(
  questions: readonly Question[],
  stored: readonly WireAnswer[],
  draft: Values,
  { today, language }: { today: string; language: string },
): Typed[] {
  const sent = Object.fromEntries(stored.map(({ questionKey, answer }) => [questionKey, answer]));
  const before = review(questions, sent, today).answers;
  const after = review(questions, { ...sent, ...draft }, today);
  return questions.flatMap((question) => {
    const { key, type } = question;
    const text = answerWords(draft[key], question, language);
    const isSent = !(key in after.problems) && isEqual(after.answers[key], before[key]);
    return text === '' || isSent || type === 'YoutubeVideo' ? [] : [{ question, text }];
  });
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
