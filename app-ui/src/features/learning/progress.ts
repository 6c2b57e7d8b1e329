import type { SessionCard, SessionDetail, SessionStep } from './types';

/** Whether the person has completed a session; in a mentorship others may not have. */
export const isFinished = ({ sessionStatus, catchUp }: Pick<SessionCard, 'sessionStatus' | 'catchUp'>) =>
  sessionStatus === 'PARTIAL_COMPLETE' || (sessionStatus === 'COMPLETED' && !catchUp);

type Durations = Pick<SessionCard, 'sessionDuration' | 'durationCompleted' | 'sessionStatus' | 'catchUp'>;

/** The share of a session that is done, in whole per cent, at most 100. */
export function percentDone(card: Durations): number {
  const { sessionDuration, durationCompleted } = card;
  if (isFinished(card)) return 100;
  if (sessionDuration <= 0) return 0;
  return Math.min(100, Math.round((durationCompleted / sessionDuration) * 100));
}

/** What a card says about the time: the minutes that are left, or that all is completed. */
export function timeLeft(card: Durations): { isCompleted: boolean; minutes: number } {
  const minutes = Math.max(0, card.sessionDuration - card.durationCompleted);
  return { isCompleted: isFinished(card), minutes };
}

/** The mandatory quizzes of a step without answers. */
export const missingQuizzes = ({ content }: SessionStep) =>
  content.flatMap(({ quiz }) => (quiz?.isMandatory && !quiz.isSubmitted ? [quiz] : []));

/** Whether all steps before this one are complete. It can be read earlier, but not completed. */
export function isReached({ sessionSteps }: SessionDetail, step: SessionStep): boolean {
  return sessionSteps.every(({ order, status }) => order >= step.order || status === 'COMPLETED');
}

/** The step of a mandatory quiz that must be taken before this one may be opened; only mentorships have this rule. */
export function blockingStep({ sessionSteps, mentorship }: SessionDetail, step: SessionStep) {
  if (mentorship === null) return undefined;
  return sessionSteps.find((one) => one.order < step.order && missingQuizzes(one).length > 0);
}

/**
 * What leaving a step forward does: it completes the step, asks for its mandatory quiz, or goes on. A step that is read ahead
 * is completed when its turn comes; in a mentorship its quiz is asked for, too, because later steps do not open before.
 */
export function onForward(session: SessionDetail, step: SessionStep): 'complete' | 'quiz' | 'go' {
  if (step.status === 'COMPLETED') return 'go';
  const isInTurn = isReached(session, step);
  if (missingQuizzes(step).length > 0 && (isInTurn || session.mentorship !== null)) return 'quiz';
  return isInTurn ? 'complete' : 'go';
}

/**
 * Whether Done is offered: the last step, all mandatory quizzes answered, the session not completed; in a mentorship all
 * earlier steps completed, too.
 */
export function isDoneOffered(session: SessionDetail, step: SessionStep): boolean {
  const isLast = session.sessionSteps.at(-1)?.id === step.id;
  return (
    isLast &&
    !isFinished(session) &&
    (session.mentorship === null || isReached(session, step)) &&
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
    ...(current === undefined
      ? { sessionStatus: statusOfFinished(session), catchUp: false }
      : { sessionStatus: session.catchUp ? session.sessionStatus : 'ONGOING' }),
  };
}

/** What a session is after the person finished it: in a mentorship it waits for the others. */
function statusOfFinished({ mentorship, partnerCompletedSteps }: SessionDetail): string {
  if (mentorship === null) return 'COMPLETED';
  const isFinal = ['PARTIAL_COMPLETE', 'COMPLETED'];
  return partnerCompletedSteps.every(({ partnerStatus }) => isFinal.includes(partnerStatus))
    ? 'COMPLETED'
    : 'PARTIAL_COMPLETE';
}
