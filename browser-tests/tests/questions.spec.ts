import type { Page } from '@playwright/test';
import { expectAnnounced } from '../harness/announcements';
import { violations } from '../harness/axe';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

const PHONE = { width: 390, height: 844 };
const STATES = ['empty', 'answered', 'problems', 'disabled'] as const;

const question = (page: Page, key: string) => page.locator(`[data-question="${key}"]`);

test('every type of question is shown, and an unknown one names itself', async ({ page, hub }) => {
  await page.goto(`${hub.url}/dev/questions`);
  await expect(page.getByRole('heading', { level: 1, name: 'Types of questions' })).toBeVisible();
  const types = await page
    .locator('[data-type]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-type')));
  expect(new Set(types).size).toBe(24);
  await expect(page.getByText('Can not render! HologramResponse')).toBeVisible();
});

test('items are ordered by keys and by dragging', async ({ page, hub }) => {
  await page.goto(`${hub.url}/dev/questions`);
  const order = question(page, 'ArrangeInOrder');
  const first = order.getByRole('button', { name: /^Presenting to a group, place 1 of 5/ });
  await first.focus();
  await page.keyboard.press('ArrowDown');
  const moved = order.getByRole('button', { name: /^Presenting to a group, place 2 of 5/ });
  await expect(moved).toBeFocused();
  await expectAnnounced(page, 'moved to place 2 of 5');
  await page.keyboard.press('End');
  await expect(order.getByRole('listitem').last()).toContainText('Presenting to a group');

  const handle = order.getByRole('button', { name: /, place 1 of 5/ });
  const target = order.getByRole('listitem').nth(2);
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('not visible');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height - 4, { steps: 5 });
  await page.mouse.up();
  await expect(order.getByRole('listitem').nth(2)).toContainText('Working with your hands');
});

test('reload keeps what was typed, except passwords', async ({ page, hub }) => {
  await page.goto(`${hub.url}/dev/questions`);
  await page.getByLabel(/What shall we call you/).fill('Maya');
  await page.getByLabel(/A word that you keep secret/).fill('riverbank');
  await page.getByRole('radio', { name: 'Friday' }).check();
  await page.getByLabel(/At what time on Friday/).fill('16:30');
  await page.getByLabel(/When were you born/).fill('2011-02-28');
  await page.getByRole('button', { name: 'This order is right' }).click();
  await page.context().setOffline(true);
  await page.getByLabel(/How many hours a week/).fill('2,5');
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByLabel(/What shall we call you/)).toHaveValue('Maya');
  await expect(page.getByLabel(/A word that you keep secret/)).toHaveValue('');
  await expect(page.getByLabel(/At what time on Friday/)).toHaveValue('16:30');
  await expect(page.getByLabel(/When were you born/)).toHaveValue('2011-02-28');
  await expect(page.getByLabel(/How many hours a week/)).toHaveValue('2,5');
  await expect(page.getByText('This is your order.')).toBeVisible();
});

test('failed upload is retried and a stalled one stopped', async ({ page, hub }) => {
  await page.goto(`${hub.url}/dev/questions?upload=stalls`);
  const upload = question(page, 'SingleImageUpload');
  const choose = upload.locator('input[type="file"]');
  await choose.setInputFiles(picture('desk.png', 40, 30));
  await expect(upload.getByRole('progressbar', { name: 'Uploading desk.png' })).toHaveJSProperty(
    'value',
    0.375,
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(upload.getByText('The file is still being uploaded.')).toBeVisible();
  await upload.getByRole('button', { name: 'Stop uploading desk.png' }).click();
  await expect(upload.getByRole('button', { name: /^Choose a picture/ })).toBeFocused();

  await page.getByLabel('Uploads').selectOption('fails');
  await choose.setInputFiles(picture('desk.png', 40, 30));
  await expect(upload.getByText('desk.png was not uploaded.')).toBeVisible();
  await page.getByLabel('Uploads').selectOption('works');
  await upload.getByRole('button', { name: 'Try again' }).click();
  await expect(upload.getByRole('img', { name: 'desk.png' })).toBeVisible();
  await upload.getByRole('button', { name: 'Remove desk.png' }).click();
  await expect(upload.getByRole('img')).toHaveCount(0);
});

test('nothing is requested from YouTube before play', async ({ page, hub }) => {
  const foreign: string[] = [];
  await page.route(
    (url) => !url.href.startsWith(hub.url) && url.protocol.startsWith('http'),
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' });
    },
  );
  await page.goto(`${hub.url}/dev/questions?state=answered`);
  const video = question(page, 'YoutubeVideo');
  await video.scrollIntoViewIfNeeded();
  await expect(video.getByRole('radio', { name: 'I watched it elsewhere' })).toBeChecked();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  await video.getByRole('button', { name: /^Play video/ }).click();
  await expect
    .poll(() => foreign)
    .toEqual([expect.stringContaining('www.youtube-nocookie.com/embed/aqz-KE-bpKQ')]);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a scale of ten is on the screen with its question, and arrow keys move in it', async ({
    page,
    hub,
  }) => {
    await page.goto(`${hub.url}/dev/questions`);
    const scale = question(page, 'AgreeabilityTenScale');
    await scale.evaluate((one) => one.scrollIntoView({ block: 'start' }));
    await expect(scale.getByText('How well did you sleep?')).toBeInViewport({ ratio: 1 });
    const last = scale.getByRole('radio', { name: '10 very well' });
    await expect(last).toBeInViewport({ ratio: 1 });
    const box = await last.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
    await scale.getByRole('radio', { name: '4' }).check();
    await page.keyboard.press('ArrowDown');
    await expect(scale.getByRole('radio', { name: '5' })).toBeChecked();
  });
});

test('first problem gets the focus', async ({ page, hub }) => {
  await page.goto(`${hub.url}/dev/questions`);
  await page.getByLabel(/What shall we call you/).fill('Maya');
  await page.getByRole('button', { name: 'Submit' }).click();
  const secret = page.getByLabel(/A word that you keep secret/);
  await expect(secret).toBeFocused();
  await expect(secret).toHaveAccessibleDescription(/^Field is mandatory/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['en', 'ar'] as const) {
    test.describe(`${colorScheme}, ${language}`, () => {
      test.use({ colorScheme, viewport: PHONE });

      test('gallery has no accessibility violation and no overflow', async ({ page, hub }) => {
        await page.goto(`${hub.url}/dev/questions`);
        await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).selectOption(language);
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
        for (const state of STATES) {
          await page.goto(`${hub.url}/dev/questions?state=${state}`);
          await expect(question(page, 'ArrangeInOrder')).toBeVisible();
          expect(await violations(page), state).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, state).toBe(0);
        }
      });
    });
  }
}
