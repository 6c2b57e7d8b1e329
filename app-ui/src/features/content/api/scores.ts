import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from 'ui-kit';

export type Score = Schemas['WorkReadinessScore'];

/** The latest score of an area and the one before it. */
export interface Area {
  name: string;
  now: Score;
  before: Score | undefined;
}

export const scoresQuery = queryOptions({
  queryKey: ['work-readiness'],
  queryFn: ({ signal }) => api.get('/api/v2/mentorships/wrs/', { signal }),
  staleTime: 5 * 60_000,
});

/** Returns the score as a share of the maximum, from 0 to 1. */
export const share = ({ score, max }: Pick<Score, 'score' | 'max'>): number => score / max;

/** Returns the latest scores of each area, highest share first. */
export function latestAreas(scores: readonly Score[]): Area[] {
  const areas = new Map<string, Area>();
  for (const score of scores.toSorted((a, b) => b.date.localeCompare(a.date))) {
    const known = areas.get(score.name);
    if (known === undefined) areas.set(score.name, { name: score.name, now: score, before: undefined });
    else known.before ??= score;
  }
  return [...areas.values()].sort((a, b) => share(b.now) - share(a.now) || a.name.localeCompare(b.name));
}

/** Returns the change in percentage points, or undefined without an earlier score. */
export function percentChange({ now, before }: Area): number | undefined {
  return before === undefined ? undefined : Math.round((share(now) - share(before)) * 100);
}
