import { expect, it, vi } from 'vitest';
import { Announcer } from './announcer';

function clock() {
  let now = 0;
  let due: { at: number; run: () => unknown }[] = [];
  return {
    now: () => now,
    after: (ms: number, run: () => unknown) => {
      due.push({ at: now + ms, run });
    },
    to(time: number) {
      now = time;
      const ready = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { run } of ready) run();
    },
  };
}

it('announces at once, then once a second', () => {
  const time = clock();
  const announcer = new Announcer(time);
  const subscriber = vi.fn(() => announcer.getSnapshot());
  announcer.subscribe(subscriber);

  announcer.announce('Tom: Hello');
  time.to(0);
  announcer.announce('Tom: Are you there?');
  announcer.announce('Ana: Hi');
  announcer.announce('Ana: Hi');
  time.to(999);
  expect(subscriber).toHaveBeenCalledTimes(1);
  time.to(1_000);
  expect(subscriber.mock.results.map(({ value }) => value)).toEqual([
    'Tom: Hello',
    'Tom: Are you there?\nAna: Hi',
  ]);
});

it('repeated text still changes the live region', () => {
  const time = clock();
  const announcer = new Announcer(time);
  announcer.announce('Sent');
  time.to(0);
  const first = announcer.getSnapshot();
  announcer.announce('Sent');
  time.to(1_000);
  expect(announcer.getSnapshot()).not.toBe(first);
  expect(announcer.getSnapshot().trim()).toBe('Sent');
});

it('text is cleared after it was read, but not one that followed', () => {
  const time = clock();
  const announcer = new Announcer(time);
  announcer.announce('Session');
  time.to(0);
  time.to(3_000);
  announcer.announce('Chat');
  time.to(3_001);
  time.to(5_000);
  expect(announcer.getSnapshot()).toBe('Chat');
  time.to(8_001);
  expect(announcer.getSnapshot()).toBe('');
});
