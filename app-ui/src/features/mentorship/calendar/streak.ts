const WEEK_MS = 7 * 86_400_000;

type Weeks = readonly { timestamp: string }[];

const isRecent = (weeks: Weeks, now: number): boolean =>
  weeks.some(({ timestamp }) => now - Date.parse(timestamp) <= WEEK_MS);

/** Returns the key of what is said about a streak, by the weeks that count. */
export function streakMessage(weeks: Weeks, now: number) {
  const wasReached = isRecent(weeks, now);
  if (weeks.length === 0) return 'startStreak';
  if (weeks.length === 1) return wasReached ? 'maintainStreakNextWeek' : 'maintainStreakThisWeek';
  return wasReached ? 'congratulationsMaintainStreakNextWeek' : 'maintainStreakDefault';
}

/** Quizzes that make a week count. */
const QUIZZES = 3;

/** Returns the key of what is said about this week beside it; null where the message says it already. */
export function weekMessage(weeks: Weeks, quizzesThisWeek: number, now: number) {
  if (quizzesThisWeek >= QUIZZES) return 'weekDone';
  if (quizzesThisWeek > 0) return 'weekBegun';
  return isRecent(weeks, now) ? 'weekOpen' : null;
}
