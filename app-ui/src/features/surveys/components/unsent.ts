import { answerWords } from '../../../shared/questions/answer-text';
import { type Question, toQuestions } from '../../../shared/questions/question';
import { review, type Values } from '../../../shared/questions/submission';
import type { WireAnswer, WireQuestion } from '../../../shared/questions/wire';
import type { Stage } from '../api/surveys';

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

/** Returns all that was typed on this device, in words; without the questions only what is text. */
export function typedOf(
  stage: Pick<Stage, 'pages'> | undefined,
  draft: Values,
  language: string,
): { key: string; label: string; text: string }[] {
  const questions = stage?.pages.flatMap((page) => toQuestions(page.questions as readonly WireQuestion[]));
  const all =
    questions === undefined
      ? Object.entries(draft).map(([key, value]) => ({
          key,
          label: '',
          text: typeof value === 'string' ? value : '',
        }))
      : questions
          .filter(({ type }) => type !== 'YoutubeVideo')
          .map((question) => ({
            key: question.key,
            label: question.label,
            text: answerWords(draft[question.key], question, language),
          }));
  return all.filter(({ text }) => text.trim() !== '');
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
