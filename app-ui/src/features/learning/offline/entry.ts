import { missingQuizzes, withCompleted } from '../progress';
import type { Answers, QuizPlace, SessionDetail } from '../types';

/** Something that a person did and that the server does not know yet. */
export interface Entry {
  /** Its place in the order. The database sets it. */
  order?: number;
  /** The same for every attempt to send it. */
  id: string;
  account: string;
  /** When it was done. */
  at: string;
  /** The title of the session, for messages. */
  title: string;
  what:
    | { kind: 'step'; session: string; step: string }
    | { kind: 'quiz'; place: QuizPlace; answers: Answers };
  /** Why the server refused it. It is not sent again. */
  refusal?: string;
}

const sessionOf = ({ what }: Entry) => (what.kind === 'step' ? what.session : what.place.session);

/** Returns the answers to a quiz that wait; undefined if none do. */
export function waitingAnswers(place: QuizPlace, entries: readonly Entry[]): Answers | undefined {
  const isOfQuiz = (of: QuizPlace) =>
    of.session === place.session && of.step === place.step && of.quiz === place.quiz;
  const answers = entries.flatMap(({ what, refusal }) =>
    what.kind === 'quiz' && isOfQuiz(what.place) && refusal === undefined ? [what.answers] : [],
  );
  return answers.at(-1);
}

/** Returns a session as it is after the entries that wait. */
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
function withSubmitted(session: SessionDetail, { step: id, quiz }: QuizPlace): SessionDetail {
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
