const WEEK_MS = 7 * 86_400_000;

/** Returns the key of what is said about a streak, by the weeks that count. */
export function streakMessage(weeks: readonly { timestamp: string }[], now: number) {
  const isRecent = weeks.some(({ timestamp }) => now - Date.parse(timestamp) <= WEEK_MS);
  if (weeks.length === 0) return 'startStreak';
  if (weeks.length === 1) return isRecent ? 'maintainStreakNextWeek' : 'maintainStreakThisWeek';
  return isRecent ? 'congratulationsMaintainStreakNextWeek' : 'maintainStreakDefault';
}
