import type { Page } from '@playwright/test';
import { test } from '../harness/test';
import { report } from './report';

const CHANGES = 40;

/** Time from an arrow key to the frame that shows the next step. */
async function change(page: Page, key: 'ArrowLeft' | 'ArrowRight'): Promise<number> {
  await page.evaluate(() => {
    const shown = () => document.querySelector('main h1')?.textContent;
    const before = shown();
    const changed = new Promise<number>((resolve) => {
      const drawn = (start: number) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(null);
      };
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            if (shown() === before) requestAnimationFrame(look);
            else requestAnimationFrame(() => drawn(timeStamp));
          };
          look();
        },
        { once: true, capture: true },
      );
    });
    Object.assign(window, { changed });
  });
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { changed: Promise<number> }).changed);
}

test('steps of a session', async ({ tom }) => {
  test.setTimeout(120_000);
  const { page } = tom;
  await page.goto('/learninghub/allsession');
  await page.getByRole('link', { name: 'Safe online' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Next' }).waitFor();
  const changes: number[] = [];
  for (let n = 0; n < CHANGES; n += 1)
    changes.push(await change(page, n % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'));
  report('from an arrow key to the next step', changes);
});
