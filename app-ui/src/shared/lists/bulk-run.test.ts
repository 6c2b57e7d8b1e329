import { HttpError } from 'ui-kit';
import { expect, it } from 'vitest';
import { BulkRun, toCsv } from './bulk-run';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const refused = (status: number) => new HttpError({ status, code: 'refused', message: '', retryAfter: 7 });

it('failed_rows_stop_no_others', async () => {
  const run = new BulkRun(
    async () => numbers(10),
    async (row) => {
      if (row % 5 === 0) throw refused(409);
    },
  );
  await run.start();
  const { phase, total, done, failures } = run.getSnapshot();
  expect({ phase, total, done }).toEqual({ phase: 'finished', total: 10, done: 8 });
  expect(failures.map(({ row }) => row).sort()).toEqual([0, 5]);
});

it('each_row_is_acted_on_once', async () => {
  const seen: number[] = [];
  const run = new BulkRun(
    async () => numbers(50),
    async (row) => {
      await Promise.resolve();
      seen.push(row);
    },
  );
  await run.start();
  expect(seen.toSorted((a, b) => a - b)).toEqual(numbers(50));
});

it('cancelled_run_ends_what_has_begun', async () => {
  const begun: number[] = [];
  const run: BulkRun<number> = new BulkRun(
    async () => numbers(100),
    async (row) => {
      begun.push(row);
      if (row === 3) run.cancel();
    },
  );
  await run.start();
  const { phase, done, total } = run.getSnapshot();
  expect(phase).toBe('cancelled');
  expect(done).toBe(begun.length);
  expect(done).toBeLessThan(total);
});

it('act_refused_for_its_rate_waits_and_repeats', async () => {
  const waits: number[] = [];
  let attempts = 0;
  const run = new BulkRun(
    async () => [1],
    async () => {
      attempts += 1;
      if (attempts === 1) throw refused(429);
    },
    async (seconds) => void waits.push(seconds),
  );
  await run.start();
  expect(waits).toEqual([7]);
  expect(run.getSnapshot()).toMatchObject({ phase: 'finished', done: 1, failures: [] });
});

it('rows_that_cannot_be_collected_fail_the_run', async () => {
  const error = refused(503);
  const run = new BulkRun(
    () => Promise.reject(error),
    async () => {},
  );
  await run.start();
  expect(run.getSnapshot()).toMatchObject({ phase: 'failed', error });
});

it('cell_that_a_spreadsheet_would_calculate_is_text', () => {
  expect(toCsv([['=1+1', 'say "hi"']])).toBe('"\'=1+1","say ""hi"""\r\n');
  expect(toCsv([['＝1', 'a; =1', 'a\t@b\n-2', '1-1']])).toBe('"\'＝1","a; \'=1","a\t\'@b\n\'-2","1-1"\r\n');
});
