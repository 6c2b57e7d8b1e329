import type { Page } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('sign-in', async ({ page, hub }) => {
        await page.goto(`${hub.url}/signin`);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
        expect(await violations(page)).toEqual([]);
      });

      test('home, with the messenger closed and open', async ({ tom }) => {
        await tom.page.goto('/learninghub');
        await expect(tom.page.getByRole('heading', { level: 1 })).toBeVisible();
        const messenger = tom.page
          .getByRole('button', { name: /^Messages/ })
          .or(tom.page.getByRole('link', { name: 'Open messages' }));
        await expect(messenger).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
        await messenger.click();
        await expect(tom.channel(CIRCLE)).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
      });

      for (const path of ['/chat', '/chat/messenger']) {
        test(path, async ({ tom }) => {
          await tom.page.goto(path);
          await expect(tom.channel(CIRCLE)).toBeVisible();
          expect(await violations(tom.page)).toEqual([]);
          await tom.choose(CIRCLE);
          await tom.composer.fill('@');
          await expect(tom.suggestions).toHaveCount(2);
          expect(await violations(tom.page)).toEqual([]);
        });
      }

      test('a conversation with everything in it', async ({ maya, tom }) => {
        await messageOfEachKind(maya.page, async () => {
          await maya.openConversation(TOM);
          await maya.send('{"room": "river-42"}');
          await maya.send('Refused, please');
        });
        await expect(maya.page.getByRole('button', { name: 'Try again' })).toBeVisible();
        await tom.openConversation(MAYA);
        await tom.composer.pressSequentially('Half a ');
        await expect(maya.page.getByText(`${TOM} is writing`)).toBeVisible();
        expect(await violations(maya.page)).toEqual([]);
        await maya.page.locator('[data-members-toggle]').click();
        await expect(maya.page.getByRole('button', { name: 'CLOSE' })).toBeFocused();
        expect(await violations(maya.page)).toEqual([]);
      });

      test('not-found page and a document', async ({ tom }) => {
        for (const path of ['/nowhere', '/termsofservice']) {
          await tom.page.goto(path);
          await expect(tom.page.getByRole('heading', { level: 1 })).toBeVisible();
          expect(await violations(tom.page)).toEqual([]);
        }
      });
    });
  }
}

/** The server rejects one message, so that the error state is displayed, too. */
async function messageOfEachKind(page: Page, act: () => Promise<void>): Promise<void> {
  await page.routeWebSocket(/\/ws\/chat\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const { command, message, temp_id, channel } = JSON.parse(frame.toString());
      if (command !== 'send' || message !== 'Refused, please') return server.send(frame);
      const error = { command: 'error', code: 'blackout', message: 'Not now.', in_reply_to: 'send', channel };
      socket.send(JSON.stringify({ ...error, temp_id }));
    });
  });
  await act();
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('the messenger and a conversation', async ({ tom }) => {
    await tom.page.addInitScript(() => localStorage.setItem('mh-language', 'ar'));
    await tom.page.goto('/chat/messenger');
    await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
    await tom.page.getByRole('button', { name: new RegExp(`^${CIRCLE}`) }).click();
    await expect(tom.page.getByRole('article').last()).toBeVisible();
    expect(await violations(tom.page)).toEqual([]);
  });
});

test.describe('in high contrast', () => {
  test.use({ forcedColors: 'active' });

  test('states shown by colour also have borders', async ({ tom }) => {
    await tom.openConversation(CIRCLE);
    expect(await violations(tom.page)).toEqual([]);
    const current = tom.channel(CIRCLE);
    const other = tom.channel(MAYA);
    const outline = (row: typeof current) =>
      row.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline(current)).not.toBe(await outline(other));
    const bubble = tom.page.getByRole('article').last().locator('[class*="bubble"]').first();
    await expect(bubble).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  });
});

test.describe('320 pixel page (1280 at 400 percent)', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('all content is reachable without horizontal scrolling', async ({ tom }) => {
    for (const path of ['/', '/chat', '/chat/messenger']) {
      await tom.page.goto(path);
      await expect(tom.page.getByRole('main')).toBeVisible();
      const overflow = await tom.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBe(0);
    }
    await tom.choose(MAYA);
    await expect(tom.composer).toBeInViewport({ ratio: 1 });
    await tom.send('Written at 400 percent');
    await expect(tom.sent('Written at 400 percent')).toBeInViewport();
  });

  test('nor in a language of long words', async ({ tom, sam }) => {
    const pages = ['/moreinfo/privacyPolicy', '/moreinfo/termsOfService', '/moreinfo/wrs', '/staff/reports'];
    for (const { page } of [tom, sam]) {
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      for (const path of pages) {
        await page.goto(path);
        await expect(page.locator('h1:visible')).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, path).toBe(0);
      }
    }
  });
});
