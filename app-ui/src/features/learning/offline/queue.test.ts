import { HttpError, NetworkError } from 'ui-kit';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from './entry';
import { enqueue, readQueue, sendQueue } from './queue';

const rows = vi.hoisted(() => new Map<number, unknown>());
vi.mock('./database', () => ({
  database: async () => ({
    getAll: async () => [...rows.values()],
    add: async (_: string, entry: Entry) => rows.set(rows.size, { ...entry, order: rows.size }),
    put: async (_: string, entry: Entry) => rows.set(entry.order ?? -1, entry),
    delete: async (_: string, order: number) => rows.delete(order),
  }),
}));

const step = (id: string): Entry => ({
  id,
  account: 'me',
  at: '',
  title: '',
  what: { kind: 'step', session: 's', step: id },
});
const reasonOf = () => 'reason';
const answer = (status: number, code: string) => new HttpError({ status, code, message: '' });

beforeEach(async () => {
  rows.clear();
  for (const id of ['a', 'b']) await enqueue(step(id));
});

test.each([
  ['no network', new NetworkError('away')],
  ['a busy server', answer(429, 'rate_limited')],
  ['an ended login session', answer(401, 'not_signed_in')],
  ['new terms', answer(403, 'terms_required')],
])('%s leaves the queue as it is', async (_, error) => {
  const send = vi.fn().mockRejectedValue(error);
  expect(await sendQueue('me', send, reasonOf)).toBe(false);
  expect(send).toHaveBeenCalledOnce();
  expect(await readQueue()).toMatchObject([step('a'), step('b')]);
  expect((await readQueue()).some(({ refusal }) => refusal !== undefined)).toBe(false);
});

test('a refusal is kept with its reason, and the rest is sent', async () => {
  const send = vi.fn().mockRejectedValueOnce(answer(409, 'step_order')).mockResolvedValue(undefined);
  expect(await sendQueue('me', send, reasonOf)).toBe(true);
  expect(await readQueue()).toMatchObject([{ id: 'a', refusal: 'reason' }]);
});
