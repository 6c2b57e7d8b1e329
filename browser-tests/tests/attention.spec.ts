import type { BrowserContext, Page } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { expect, test } from '../harness/test';

interface Recorded {
  tones: number;
  notifications: { title: string; body: string; onclick?: () => void }[];
}

/** Records sounds and notifications of a page and lets the test control its visibility. */
async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const recorded: { tones: number; notifications: object[] } = { tones: 0, notifications: [] };
    Object.assign(window, { recorded, looked: true });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      recorded.tones += 1;
      start.call(this, when);
    };
    class Shown {
      static permission = 'granted';
      title: string;
      body: string;
      constructor(title: string, { body }: { body: string }) {
        this.title = title;
        this.body = body;
        recorded.notifications.push(this);
      }
      close() {}
    }
    Object.assign(window, { Notification: Shown });
    const isLooked = () => (window as unknown as { looked: boolean }).looked;
    document.hasFocus = isLooked;
    Object.defineProperty(document, 'visibilityState', { get: () => (isLooked() ? 'visible' : 'hidden') });
  });
}

const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { looked: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Waits until all tabs have finished with the last message: no lock is held or requested. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        const names = [...held, ...pending].map(({ name }) => name ?? '');
        // A reading tab holds its lock permanently.
        return names.filter((name) => /^mentor-hub\.(?!reading\.)/.test(name)).length;
      }),
    )
    .toBe(0);
}

async function heardBy(...pages: Page[]): Promise<{ tones: number; titles: string[] }> {
  const all = await Promise.all(
    pages.map((page) => page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded)),
  );
  return {
    tones: all.reduce((sum, { tones }) => sum + tones, 0),
    titles: all.flatMap(({ notifications }) => notifications.map(({ title }) => title)),
  };
}

test('three hidden tabs make one sound and notification', async ({ maya, tom }) => {
  await listen(tom.context);
  await tom.openConversation(CIRCLE);
  const tabs = [tom.page, await tom.context.newPage(), await tom.context.newPage()];
  for (const tab of tabs.slice(1)) await tab.goto('/');
  for (const tab of tabs) {
    await expect(tab).toHaveTitle(/^\(\d+\)/);
    // Browsers play no sound before the first user gesture.
    await tab.locator('body').click({ position: { x: 5, y: 5 } });
    await lookAway(tab);
  }
  await maya.openConversation(TOM);
  await maya.send('Ding');
  await expect.poll(() => heardBy(...tabs)).toEqual({ tones: 2, titles: [MAYA] });
  await settled(tom.page);
  expect(await heardBy(...tabs)).toEqual({ tones: 2, titles: [MAYA] });

  for (const tab of tabs) {
    await tab.evaluate(() =>
      (window as unknown as { recorded: Recorded }).recorded.notifications[0]?.onclick?.(),
    );
  }
  const opened = tabs.map((tab) => tab.getByRole('region', { name: `Conversation with ${MAYA}` }));
  await expect
    .poll(async () => (await Promise.all(opened.map((window) => window.count()))).reduce((a, b) => a + b))
    .toBe(1);
});

test('reading tab silences others; sound can be disabled', async ({ maya, tom }) => {
  await listen(tom.context);
  const other = await tom.context.newPage();
  await other.goto('/');
  await expect(other).toHaveTitle(/^\(\d+\)/);
  await other.locator('body').click({ position: { x: 5, y: 5 } });
  await lookAway(other);
  await tom.openConversation(MAYA);
  await tom.composer.click();
  await maya.openConversation(TOM);
  await maya.send('You are here already');
  await expect(tom.message('You are here already')).toHaveCount(1);
  await expect(maya.sent('You are here already').getByText('Seen')).toBeVisible();
  await settled(tom.page);
  expect(await heardBy(tom.page, other)).toEqual({ tones: 0, titles: [] });

  await tom.page.getByRole('button', { name: 'Turn the sound off' }).click();
  await maya.choose(CIRCLE);
  await maya.send('Ding for the circle');
  await expect(tom.channel(CIRCLE)).toHaveAccessibleName(/Ding for the circle/);
  await settled(tom.page);
  expect(await heardBy(tom.page, other)).toEqual({ tones: 0, titles: [] });
  // Turning the sound on plays it once.
  await tom.page.getByRole('button', { name: 'Turn the sound on' }).click();
  await expect.poll(() => heardBy(tom.page)).toMatchObject({ tones: 2 });
});

test('notification offer appears once after a missed message', async ({ maya, tom }) => {
  await listen(tom.context);
  await tom.context.addInitScript(() => Object.assign(Notification, { permission: 'default' }));
  await tom.openConversation(CIRCLE);
  const offer = tom.page.getByRole('region', { name: /Get notified about new messages/ });
  await expect(offer).toHaveCount(0);
  await lookAway(tom.page);
  await maya.openConversation(TOM);
  await maya.send('Did you see this?');
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);
  await tom.page.reload();
  await expect(tom.channel(MAYA)).toHaveAccessibleName(/Did you see this/);
  await lookAway(tom.page);
  await maya.send('And this?');
  await expect(tom.channel(MAYA)).toHaveAccessibleName(/And this/);
  await settled(tom.page);
  await expect(offer).toHaveCount(0);
});
