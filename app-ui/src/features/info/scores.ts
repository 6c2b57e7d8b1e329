import { queryOptions } from '@tanstack/react-query';
import { http, type Schemas } from 'ui-kit';

export type Score = Schemas['WorkReadinessScore'];

/** An area as it is now, and as it was before. */
export interface Area {
  name: string;
  now: Score;
  before: Score | undefined;
}

export const scoresQuery = queryOptions({
  queryKey: ['work-readiness'],
  queryFn: ({ signal }) => http<Score[]>('api/v2/mentorships/wrs/', { signal }),
  staleTime: 5 * 60_000,
});

/** The part of what can be reached, from 0 to 1. */
export const share = ({ score, max }: Pick<Score, 'score' | 'max'>): number => score / max;

/** The newest score of each area with the one before it, the strongest area first. */
export function areasOf(scores: readonly Score[]): Area[] {
  const areas = new Map<string, Area>();
  for (const score of scores.toSorted((a, b) => b.date.localeCompare(a.date))) {
    const known = areas.get(score.name);
    if (known === undefined) areas.set(score.name, { name: score.name, now: score, before: undefined });
    else known.before ??= score;
  }
  return [...areas.values()].sort((a, b) => share(b.now) - share(a.now) || a.name.localeCompare(b.name));
}

/** By how many hundredths an area has changed, if that can be told. */
export function changeOf({ now, before }: Area): number | undefined {
  return before === undefined ? undefined : Math.round((share(now) - share(before)) * 100);
}
