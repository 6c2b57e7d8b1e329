import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../testing/fixtures';
import { RatingReminders } from './rating-reminders';

const MINUTE = 60_000;

const windowOf = (storage = memoryStorage()) =>
  new RatingReminders({ storage, personId: 'maya', now: Date.now });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('rating reminders', () => {
  it('are due five minutes after the last message', () => {
    const onDue = vi.fn();
    const reminders = windowOf();
    reminders.watch('c', onDue);
    reminders.sent('c');
    vi.advanceTimersByTime(4 * MINUTE);
    reminders.sent('c');
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(onDue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onDue).toHaveBeenCalledOnce();
  });

  it('survive a view that is closed meanwhile', () => {
    const onDue = vi.fn();
    const reminders = windowOf();
    const close = reminders.watch('c', vi.fn());
    reminders.sent('c');
    close();
    vi.advanceTimersByTime(2 * MINUTE);
    reminders.watch('c', onDue);
    vi.advanceTimersByTime(3 * MINUTE);
    expect(onDue).toHaveBeenCalledOnce();
  });

  it('survive a closed window', () => {
    const storage = memoryStorage();
    windowOf(storage).sent('c');
    vi.advanceTimersByTime(2 * MINUTE);
    const onDue = vi.fn();
    windowOf(storage).watch('c', onDue);
    vi.advanceTimersByTime(3 * MINUTE);
    expect(onDue).toHaveBeenCalledOnce();
  });

  it('are not repeated when their time passed unwatched', () => {
    const reminders = windowOf();
    reminders.sent('c');
    vi.advanceTimersByTime(6 * MINUTE);
    const onDue = vi.fn();
    reminders.watch('c', onDue);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(onDue).not.toHaveBeenCalled();
  });

  it('wait for a message of another window', () => {
    const storage = memoryStorage();
    const [here, there] = [windowOf(storage), windowOf(storage)];
    const onDue = vi.fn();
    here.watch('c', onDue);
    here.sent('c');
    vi.advanceTimersByTime(4 * MINUTE);
    there.sent('c');
    vi.advanceTimersByTime(4 * MINUTE);
    expect(onDue).not.toHaveBeenCalled();
    vi.advanceTimersByTime(MINUTE);
    expect(onDue).toHaveBeenCalledOnce();
  });

  it('belong to a channel', () => {
    const onDue = vi.fn();
    const reminders = windowOf();
    reminders.watch('c', onDue);
    reminders.sent('d');
    vi.advanceTimersByTime(6 * MINUTE);
    expect(onDue).not.toHaveBeenCalled();
  });
});
