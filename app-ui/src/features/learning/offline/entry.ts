import { missingQuizzes, withCompleted } from '../progress';
import type { Answers, QuizPath, SessionDetail } from '../types';

/** Something that a person did and that the server does not know yet. */
export interface Entry {
  /** Ascending; set by the database. */
  order?: number;
  /** The same for every attempt to send it. */
  id: string;
  account: string;
  /** When it was done. */
  at: string;
  /** The title of the session, for messages. */
  title: string;
  /** Devices have stored entries with these names. */
  what:
    | { kind: 'step'; session: string; step: string }
    | { kind: 'quiz'; place: QuizPath; mentorship?: string | null; answers: Answers };
  /** Why the server refused it. It is not sent again. */
  refusal?: string;
}

const sessionOf = ({ what }: Entry) => (what.kind === 'step' ? what.session : what.place.session);

/** Returns the queued answers to a quiz; undefined if there are none. */
export function queuedAnswers(path: QuizPath, entries: readonly Entry[]): Answers | undefined {
  const isOfQuiz = (of: QuizPath) =>
    of.session === path.session && of.step === path.step && of.quiz === path.quiz;
  const answers = entries.flatMap(({ what, refusal }) =>
    what.kind === 'quiz' && isOfQuiz(what.place) && refusal === undefined ? [what.answers] : [],
  );
  return answers.at(-1);
}

/** Returns a session as it is after the queued entries. */
export function withEntries(session: SessionDetail, entries: readonly Entry[]): SessionDetail {
  return entries
    .filter((entry) => sessionOf(entry) === session.id && entry.refusal === undefined)
    .reduce((after, { what }) => {
      if (what.kind === 'step') return withCompleted(after, what.step);
      return withSubmitted(after, what.place);
    }, session);
}

/**
 * Returns the session after a quiz was submitted. It completes its step if nothing else is missing; in a mentorship people
 * complete it themselves.
 */
function withSubmitted(session: SessionDetail, { step: id, quiz }: QuizPath): SessionDetail {
  const sessionSteps = session.sessionSteps.map((step) => {
    if (step.id !== id) return step;
    const content = step.content.map((item) =>
      item.quiz?.id === quiz ? { ...item, quiz: { ...item.quiz, isSubmitted: true } } : item,
    );
    return { ...step, content };
  });
  const after = { ...session, sessionSteps };
  const step = sessionSteps.find((one) => one.id === id);
  const isCompleted = session.mentorship === null && step !== undefined && missingQuizzes(step).length === 0;
  return isCompleted ? withCompleted(after, id) : after;
}
