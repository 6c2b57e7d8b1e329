import type { Page } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { Hub } from '../harness/hub';
import { test as base } from '../harness/test';
import { writeMany } from '../harness/write-many';
import { report } from './report';

/** Prints numbers without assertions, since they depend on the machine. Goals: docs/TESTING.md. */
const MESSAGES = 5_000;
const OPENINGS = 12;
const KEYS = 200;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  hub: async ({}, use) => {
    const hub = await Hub.start({
      MENTORHUB_LIMITS_MESSAGES_PER_SECOND: '100000',
      MENTORHUB_LIMITS_MESSAGE_BURST: '100000',
    });
    await use(hub);
    await hub.remove();
  },
});

/** Long tasks (over 50 ms) while `act` runs. */
async function longTasks(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const found: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push(entry.duration);
    });
    observer.observe({ type: 'longtask' });
    Object.assign(window, { tasks: { found, observer } });
  });
  await act();
  return page.evaluate(() => {
    const { found, observer } = (
      window as unknown as { tasks: { found: number[]; observer: PerformanceObserver } }
    ).tasks;
    for (const entry of observer.takeRecords()) found.push(entry.duration);
    observer.disconnect();
    return found;
  });
}

/** Time from the click on a list row to the frame that shows its newest message. */
async function opening(page: Page, name: string): Promise<number> {
  await page.evaluate((label) => {
    const opened = new Promise<number>((resolve) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const list = document.querySelector(
              `[role="group"][aria-label="Messages with ${label}"] article`,
            );
            if (list) requestAnimationFrame((now) => resolve(now - timeStamp));
            else requestAnimationFrame(look);
          };
          look();
        },
        { once: true, capture: true },
      );
    });
    Object.assign(window, { opened });
  }, name);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name }).click();
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened);
}

test('a conversation of 5,000 messages', async ({ tom, maya }) => {
  test.setTimeout(600_000);
  await maya.openMessenger();
  const texts = Array.from(
    { length: MESSAGES },
    (_, n) => `No. ${n}: ${'some words of a usual length '.repeat(1 + (n % 4))}`,
  );
  await writeMany(maya.page, TOM, texts);

  const { page } = tom;
  await tom.openConversation(MAYA);
  const openings: number[] = [];
  for (let n = 0; n < OPENINGS; n += 1) {
    await opening(page, CIRCLE);
    openings.push(await opening(page, MAYA));
  }
  report('open from the list', openings);

  const list = page.getByRole('group', { name: /^Messages with/ });
  await list.hover();
  const scrolling = await longTasks(page, async () => {
    while (!(await page.getByText('This is the beginning of chat!').isVisible()))
      await page.mouse.wheel(0, -2_500);
  });
  report(`scrolling up through ${MESSAGES} messages, tasks over 50 ms`, scrolling);
  const back = await longTasks(page, async () => {
    for (let n = 0; n < 100; n += 1) await page.mouse.wheel(0, 1_500);
  });
  report('scrolling down, tasks over 50 ms', back);

  // Chromium's event timing ends with the presentation of a frame, which headless Chromium reports seconds late. This
  // measurement ends when the frame after the key press was submitted.
  await page.evaluate(() => {
    const keys: number[] = [];
    const drawn = (then: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = then;
        port2.postMessage(null);
      });
    addEventListener(
      'keydown',
      ({ timeStamp }) => drawn(() => keys.push(performance.now() - timeStamp)),
      true,
    );
    Object.assign(window, { keys });
  });
  await tom.composer.click();
  await tom.composer.pressSequentially('a word and more '.repeat(KEYS / 16 + 1).slice(0, KEYS), {
    // Twelve keys a second, like a fast typist. Faster input would queue.
    delay: 80,
    timeout: 120_000,
  });
  report(
    'from a key to the paint',
    await page.evaluate(() => (window as unknown as { keys: number[] }).keys),
  );
});
