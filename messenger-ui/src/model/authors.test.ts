import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Author, AuthorDirectory } from './authors';

const author = (userId: string): Author => ({
  userId,
  userFullName: userId,
  displayPicture: null,
  role: 'Mentee',
  isMember: false,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks once for all authors of a render', async () => {
  const fetchAuthors = vi.fn(async (_: string, ids: readonly string[]) => ids.map(author));
  const directory = new AuthorDirectory(fetchAuthors);
  for (const userId of ['tom', 'ana', 'tom']) directory.request('c', userId);
  await vi.advanceTimersByTimeAsync(0);
  directory.request('c', 'ana');
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchAuthors).toHaveBeenCalledExactlyOnceWith('c', ['tom', 'ana']);
  expect(directory.getSnapshot().get('c')?.get('ana')?.userFullName).toBe('ana');
});

it('repeats a failed request', async () => {
  const fetchAuthors = vi
    .fn()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue([author('tom')]);
  const directory = new AuthorDirectory(fetchAuthors);
  directory.request('c', 'tom');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(directory.getSnapshot().get('c')?.has('tom')).toBe(true);
});
