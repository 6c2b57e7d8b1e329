import { expect, it } from 'vitest';
import { groupByDay } from './history';

it('entries_are_grouped_by_local_day_newest_first', () => {
  const entry = (id: string, ...at: [number, number, number, number, number]) => ({
    id,
    updatedTimestamp: new Date(...at).toISOString(),
  });
  const days = groupByDay([
    entry('morning', 2026, 4, 4, 0, 5),
    entry('older', 2026, 4, 3, 23, 55),
    entry('evening', 2026, 4, 4, 23, 50),
  ]);
  expect(days).toEqual([
    {
      day: new Date(2026, 4, 4).getTime(),
      entries: [expect.objectContaining({ id: 'evening' }), expect.objectContaining({ id: 'morning' })],
    },
    { day: new Date(2026, 4, 3).getTime(), entries: [expect.objectContaining({ id: 'older' })] },
  ]);
  expect(groupByDay([])).toEqual([]);
});
