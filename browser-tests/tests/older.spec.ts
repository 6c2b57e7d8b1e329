import type { Page, WebSocketRoute } from '@playwright/test';
import { CIRCLE } from '../harness/actor';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

/** Delays older pages until the test releases one, to observe the moment of their arrival. */
async function holdOlderPages(page: Page): Promise<{ isAsked(): boolean; release(): void }> {
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/ws\/chat\//, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isOlder = message.toString().includes('"get_room_chat_messages"');
      if (isOlder) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    isAsked: () => held.length > 0,
    release: () => {
      for (const pass of held.splice(0)) pass();
    },
  };
}

/** Waits for the end of wheel scrolling: ten frames without movement. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('[role="group"][aria-label^="Messages with"]') as HTMLElement;
    const state = () => `${list.scrollTop} ${list.scrollHeight}`;
    for (let still = 0, before = state(); still < 10; before = state()) {
      await new Promise(requestAnimationFrame);
      still = state() === before ? still + 1 : 0;
    }
  });
}

/**
 * Observes the first visible message frame by frame until older messages are inserted and some frames have passed;
 * returns its largest displacement in pixels.
 */
async function worstShift(page: Page, act: () => void): Promise<number> {
  await standStill(page);
  await page.evaluate(() => {
    const list = document.querySelector('[role="group"][aria-label^="Messages with"]') as HTMLElement;
    const top = list.getBoundingClientRect().top;
    const articles = () => [...list.querySelectorAll('article')];
    const first = articles().find((article) => article.getBoundingClientRect().top >= top) as HTMLElement;
    const name = first.getAttribute('aria-label') as string;
    const place = first.getBoundingClientRect().top;
    const height = list.scrollHeight;
    const watch = { worst: 0, framesAfter: 0 };
    Object.assign(window, { watch });
    // Only painted positions count: the list corrects itself between animation frame and paint. An intersection observer
    // reports the layout that is painted.
    const frame = () => {
      if ((window as unknown as { watch: object }).watch !== watch) return;
      const now = articles().find((article) => article.getAttribute('aria-label') === name);
      // A vanished first message counts as an infinite displacement.
      if (!now) watch.worst = Number.MAX_VALUE;
      else {
        new IntersectionObserver(([entry], observer) => {
          observer.disconnect();
          const shift = Math.abs((entry?.boundingClientRect.top ?? Number.NaN) - place);
          watch.worst = Math.max(watch.worst, shift);
          if (list.scrollHeight > height + 500) watch.framesAfter += 1;
        }).observe(now);
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  act();
  await page.waitForFunction(
    () => (window as unknown as { watch: { framesAfter: number } }).watch.framesAfter > 60,
  );
  return page.evaluate(() => (window as unknown as { watch: { worst: number } }).watch.worst);
}

test('older pages load without moving the visible messages', async ({ maya }) => {
  const older = await holdOlderPages(maya.page);
  await maya.openConversation(CIRCLE);
  const list = maya.page.getByRole('group', { name: /^Messages with/ });
  await list.hover();
  for (let page = 2; page <= 5; page += 1) {
    // The next page is requested well before its position; the reader stops there.
    await expect
      .poll(
        async () => {
          await maya.page.mouse.wheel(0, -200);
          return older.isAsked();
        },
        { intervals: [50] },
      )
      .toBe(true);
    const shift = await worstShift(maya.page, older.release);
    expect(shift, `page ${page}`).toBeLessThanOrEqual(2);
  }
});

test('older pages keep position for a waiting reader', async ({ maya }) => {
  const older = await holdOlderPages(maya.page);
  await maya.openConversation(CIRCLE);
  const list = maya.page.getByRole('group', { name: /^Messages with/ });
  await list.hover();
  for (let page = 2; page <= 4; page += 1) {
    await expect
      .poll(
        async () => {
          await maya.page.mouse.wheel(0, -1_500);
          return list.evaluate((element) => element.scrollTop);
        },
        { intervals: [50] },
      )
      .toBe(0);
    const shift = await worstShift(maya.page, older.release);
    expect(shift, `page ${page}`).toBeLessThanOrEqual(2);
  }
});

test('scrolling up reaches the beginning without duplicates', async ({ maya }) => {
  await maya.openConversation(CIRCLE);
  await maya.page.getByRole('group', { name: /^Messages with/ }).hover();
  await expect
    .poll(
      async () => {
        await maya.page.mouse.wheel(0, -3_000);
        return maya.page.getByText('This is the beginning of chat!').isVisible();
      },
      { intervals: [50], timeout: scaled(30_000) },
    )
    .toBe(true);
  await expect(maya.page.getByRole('article').first()).toHaveAccessibleName(/Welcome, both of you!/);
});
