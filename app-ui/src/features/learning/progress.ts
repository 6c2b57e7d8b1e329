import type { SessionCard, SessionDetail, SessionStep } from './api/learning';

/** Characters of a title on a card. */
const TITLE_CHARS = 32;

/** Cuts a title for a card, between characters as people see them. */
export function cutTitle(title: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  return characters.length <= TITLE_CHARS ? title : `${characters.slice(0, TITLE_CHARS).join('').trimEnd()}…`;
}

type Durations = Pick<SessionCard, 'sessionDuration' | 'durationCompleted' | 'sessionStatus'>;

/** The share of a session that is done, in whole per cent, at most 100. */
export function percentDone({ sessionDuration, durationCompleted, sessionStatus }: Durations): number {
  if (sessionStatus === 'COMPLETED') return 100;
  if (sessionDuration <= 0) return 0;
  return Math.min(100, Math.round((durationCompleted / sessionDuration) * 100));
}

/** What a card says about the time: the minutes that are left, or that all is completed. */
export function timeLeft(card: Durations): { isCompleted: boolean; minutes: number } {
  const minutes = Math.max(0, card.sessionDuration - card.durationCompleted);
  return { isCompleted: card.sessionStatus === 'COMPLETED', minutes };
}

/** The mandatory quizzes of a step without answers. */
export const missingQuizzes = ({ content }: SessionStep) =>
  content.flatMap(({ quiz }) => (quiz?.isMandatory && !quiz.isSubmitted ? [quiz] : []));

/** Whether all steps before this one are complete. It can be read earlier, but not completed. */
export function isReached({ sessionSteps }: SessionDetail, step: SessionStep): boolean {
  return sessionSteps.every(({ order, status }) => order >= step.order || status === 'COMPLETED');
}

/** Whether Done is offered: the last step, all mandatory quizzes answered, the session not completed. */
export function isDoneOffered(session: SessionDetail, step: SessionStep): boolean {
  const isLast = session.sessionSteps.at(-1)?.id === step.id;
  return (
    isLast &&
    session.sessionStatus !== 'COMPLETED' &&
    session.sessionSteps.every((one) => missingQuizzes(one).length === 0)
  );
}

/** Returns the session after a step was completed. */
export function withCompleted(session: SessionDetail, id: string): SessionDetail {
  const sessionSteps = session.sessionSteps.map((step) =>
    step.id === id ? { ...step, status: 'COMPLETED' } : step,
  );
  const done = sessionSteps.filter(({ status }) => status === 'COMPLETED');
  const current = sessionSteps.find(({ status }) => status !== 'COMPLETED');
  return {
    ...session,
    sessionSteps,
    durationCompleted: done.reduce((sum, { minutes }) => sum + minutes, 0),
    currentStepId: current?.id ?? null,
    sessionStatus: current === undefined ? 'COMPLETED' : 'ONGOING',
  };
}
