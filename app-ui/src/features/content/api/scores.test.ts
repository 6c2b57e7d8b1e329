import { expect, it } from 'vitest';
import { latestAreas, percentChange, type Score } from './scores';

const score = (name: string, date: string, score: number, max = 100): Score => ({
  name,
  date,
  score,
  max,
  description: '',
});

it('returns the latest scores, highest share first', () => {
  const areas = latestAreas([
    score('Planning', '2026-01-01', 30),
    score('Teamwork', '2026-06-01', 8, 10),
    score('Planning', '2026-06-01', 48),
    score('Planning', '2025-01-01', 90),
    score('Writing', '2026-01-01', 80),
  ]);
  expect(areas.map(({ name, now }) => [name, now.score])).toEqual([
    ['Teamwork', 8],
    ['Writing', 80],
    ['Planning', 48],
  ]);
  expect(areas.map(percentChange)).toEqual([undefined, undefined, 18]);
});

it('compares scores of different scales', () => {
  const [area] = latestAreas([score('Planning', '2026-01-01', 5, 10), score('Planning', '2026-02-01', 45)]);
  expect(area && percentChange(area)).toBe(-5);
  expect(latestAreas([])).toEqual([]);
});
