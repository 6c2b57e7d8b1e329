import type { Page } from '@playwright/test';
import { type Actor, TOM } from '../harness/actor';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

const CODE = /\/assets\/[^/]*\.js$/;
const STYLES = /\/assets\/[^/]*\.css$/;

/** Panels whose code is loaded on first use: how to open each, and a part of it with a style of its own. */
const PANELS: {
  name: string;
  open: (actor: Actor) => Promise<void>;
  panel: (page: Page) => ReturnType<Page['getByRole']>;
}[] = [
  {
    name: 'emoji picker',
    open: ({ page }) => page.getByRole('button', { name: 'Insert emoji' }).click(),
    panel: (page) =>
      page
        .getByRole('dialog', { name: 'Emoji' })
        .getByRole('button', { name: /^grinning/i })
        .first(),
  },
  {
    name: 'large view',
    open: ({ page }) => page.getByRole('button', { name: 'Open mug.png' }).click(),
    panel: (page) => page.getByRole('dialog', { name: 'Preview of mug.png' }),
  },
  {
    name: 'message menu',
    open: ({ page }) =>
      page.getByRole('article').last().getByRole('button', { name: 'Message actions' }).press('Enter'),
    panel: (page) => page.getByRole('dialog', { name: 'Message actions' }),
  },
];

for (const failing of [CODE, STYLES]) {
  for (const { name, open, panel } of PANELS) {
    test(`${name} recovers from failed ${failing === CODE ? 'code' : 'styles'}`, async ({ maya }) => {
      const { page } = maya;
      const words = page.waitForResponse(/\/assets\/toasts-[^/]*\.js/);
      await maya.openConversation(TOM);
      await page.getByLabel('Choose a file').setInputFiles(picture('mug.png', 64, 32));
      await maya.send('The mug');
      await expect(maya.sent('The mug')).toHaveCount(1);
      await words;
      await page.route(failing, (route) => route.abort());
      const failed = page.waitForEvent('requestfailed');
      await open(maya);
      await failed;
      await expect(
        page
          .getByRole('alert')
          .or(page.getByText(/We cannot reach|could not be/))
          .first(),
      ).toBeVisible();
      await page.unroute(failing);
      const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) await again.click();
      else await open(maya);
      await expect(panel(page)).toBeVisible();
      await expect(page.locator('link[data-failed]')).toHaveCount(0);
      const unstyled = await page
        .locator('link[rel="stylesheet"]')
        .evaluateAll((links) => links.filter((link) => (link as HTMLLinkElement).sheet === null).length);
      expect(unstyled).toBe(0);
    });
  }
}
