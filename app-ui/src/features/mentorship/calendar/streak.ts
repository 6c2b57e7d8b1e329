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

/** Returns the key of what is said about this week beside it; null where the message says it already. */
export function weekMessage(weeks: Weeks, now: number) {
  const last = weeks.at(-1);
  if (last !== undefined && mondayOf(Date.parse(last.timestamp)) === mondayOf(now)) return 'weekDone';
  return isRecent(weeks, now) ? 'weekOpen' : null;
}

/** Returns when the week of a time began, where the reader is. */
function mondayOf(time: number): number {
  const day = new Date(time);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - ((day.getDay() + 6) % 7)).getTime();
}
