import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { type Actor, CIRCLE, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const FIVE_MINUTES = 5 * 60_000;
const THANKS = 'Thank you for your feedback! Your rating has been submitted.';
const QUESTIONS = [
  'Accuracy of information provided?',
  'Relevance of information shared?',
  'Query resolution?',
] as const;

const chatCard = ({ page }: Actor) => page.getByRole('region', { name: 'How is this conversation going?' });
const callCard = ({ page }: Actor) => page.getByRole('region', { name: 'How was the summary of your call?' });
const panel = ({ page }: Actor) => page.getByRole('region', { name: 'Members and history' });
const face = (place: Locator, level: number) =>
  place.getByRole('radio', { name: new RegExp(`^${level} of 5`) });

/** Ten messages make a rating due. */
async function talk(actor: Actor, count = 10): Promise<void> {
  for (let number = 1; number <= count; number += 1) await actor.send(`To be rated, ${number}`);
  await expect(actor.sent(`To be rated, ${count}`)).toHaveCount(1);
}

async function answer(card: Locator, level: number): Promise<void> {
  for (const question of QUESTIONS) await face(card.getByRole('group', { name: question }), level).check();
}

test('channel is rated once after five idle minutes', async ({ maya }) => {
  await maya.page.clock.install();
  await maya.openConversation(TOM);
  await talk(maya);
  await expect(chatCard(maya)).toHaveCount(0);
  await maya.composer.fill('half a thought');
  // The page's clock also goes on by itself: a busy machine needs some seconds for these lines.
  await maya.page.clock.runFor(FIVE_MINUTES - 60_000);
  await expect(chatCard(maya)).toHaveCount(0);
  await maya.page.clock.runFor(61_000);
  await expect(chatCard(maya)).toBeVisible();
  await expect(maya.composer).toBeFocused();
  await maya.page.keyboard.type(', and the rest of it');
  await expect(maya.composer).toHaveValue('half a thought, and the rest of it');

  const submit = chatCard(maya).getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await answer(chatCard(maya), 4);
  await submit.click();
  await expect(chatCard(maya).getByText(THANKS)).toBeVisible();
  await maya.page.clock.runFor(2_000);
  await expect(chatCard(maya)).toHaveCount(0);
  await expect(maya.composer).toBeFocused();

  await maya.page.reload();
  await maya.choose(TOM);
  await maya.page.clock.runFor(5_000);
  await expect(chatCard(maya)).toHaveCount(0);
});

test('rating timer survives a collapsed widget and a reload', async ({ maya, tom }) => {
  await maya.page.clock.install();
  await maya.page.goto('/');
  const bar = maya.page.getByRole('button', { name: /^Messages/ });
  await bar.click();
  await maya.choose(TOM);
  await talk(maya, 9);
  await bar.click();
  await maya.page.clock.runFor(60_000);
  await maya.page.reload();
  await bar.click();
  await maya.choose(TOM);
  await expect(maya.sent('To be rated, 9')).toBeVisible();
  await maya.page.clock.runFor(60_000);
  await bar.click();
  await maya.page.clock.runFor(60_000);
  await bar.click();
  await expect(maya.sent('To be rated, 9')).toBeVisible();
  await tom.openConversation(MAYA);
  await tom.send('The tenth');
  await expect(maya.sent('The tenth')).toBeVisible();
  await expect(chatCard(maya)).toHaveCount(0);
  await maya.page.clock.runFor(2 * 60_000 + 1_000);
  await expect(chatCard(maya)).toBeVisible();
});

test('pending rating is postponed by Escape or skipped', async ({ tom }) => {
  await tom.openConversation(MAYA);
  await talk(tom);
  await expect(chatCard(tom)).toHaveCount(0);
  await tom.choose(CIRCLE);
  await tom.choose(MAYA);
  await expect(chatCard(tom)).toBeVisible();
  await face(chatCard(tom), 3).first().focus();
  await tom.page.keyboard.press('Escape');
  await expect(chatCard(tom)).toHaveCount(0);
  await expect(tom.composer).toBeFocused();

  await tom.choose(CIRCLE);
  await tom.choose(MAYA);
  await chatCard(tom).getByRole('button', { name: 'Skip' }).click();
  await expect(chatCard(tom)).toHaveCount(0);
  await tom.page.reload();
  const status = tom.page.waitForResponse((response) => response.url().endsWith('/rating-status/'));
  await tom.choose(MAYA);
  expect(await (await status).json()).toEqual({ isRatingModal: false });
});

test('failed rating keeps its answers', async ({ maya }) => {
  await maya.openConversation(TOM);
  await talk(maya);
  await maya.choose(CIRCLE);
  await maya.choose(TOM);
  await answer(chatCard(maya), 2);
  await maya.page.route('**/rating/', (route) => route.abort());
  await chatCard(maya).getByRole('button', { name: 'Submit' }).click();
  await expect(chatCard(maya).getByRole('alert')).toContainText('We cannot reach Mentor Hub');
  await expect(chatCard(maya).getByRole('radio', { checked: true })).toHaveCount(3);
  await maya.page.unroute('**/rating/');
  await chatCard(maya).getByRole('button', { name: 'Submit' }).click();
  await expect(chatCard(maya).getByText(THANKS)).toBeVisible();
});

test('call summary is rated or skipped once', async ({ ana }) => {
  await ana.openConversation(CIRCLE);
  await expect(callCard(ana)).toContainText('Your call on');
  const submit = callCard(ana).getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await face(callCard(ana), 5).check();
  await submit.click();
  await expect(callCard(ana).getByText(THANKS)).toBeVisible();
  await expect(callCard(ana)).toHaveCount(0);

  await ana.page.locator('[data-members-toggle]').click();
  await expect(panel(ana).getByRole('button', { name: /your rating: 5 of 5/ })).toBeVisible();
});

test('call history offers summary and transcript with rating', async ({ tom }) => {
  await tom.openConversation(MAYA);
  await tom.page.locator('[data-members-toggle]').click();
  const table = panel(tom).getByRole('table', { name: 'Call history' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(2)).toContainText('Not available');

  const download = tom.page.waitForEvent('download');
  await table
    .getByRole('link', { name: /Summary of the call/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^summary-\d{4}-\d\d-\d\d\.txt$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Tom told his five stories aloud');

  // By keyboard, then by mouse.
  const unrated = table.getByRole('button', { name: /^Rate the call/ });
  await unrated.focus();
  await tom.page.keyboard.press('Enter');
  await expect(face(table, 1)).toBeFocused();
  await tom.page.keyboard.press('ArrowRight');
  await tom.page.keyboard.press('ArrowRight');
  await tom.page.keyboard.press('Enter');
  const rated = table
    .getByRole('row')
    .nth(3)
    .getByRole('button', { name: /your rating: 3 of 5/ });
  await expect(rated).toBeFocused();
  await rated.click();
  const stored = tom.page.waitForResponse((answer) => answer.url().includes('/meeting-summary-rating/'));
  await face(table, 4).click();
  await expect(table.getByRole('radio')).toHaveCount(0);
  await stored;

  await tom.page.keyboard.press('Escape');
  await expect(panel(tom)).toHaveCount(0);
  // Its entry of the history is on its way out, which would abort the reload.
  await expect.poll(() => tom.page.evaluate(() => history.state?.over)).toBeUndefined();
  await tom.page.reload();
  await tom.choose(MAYA);
  await tom.page.locator('[data-members-toggle]').click();
  await expect(
    table
      .getByRole('row')
      .nth(3)
      .getByRole('button', { name: /your rating: 4 of 5/ }),
  ).toBeVisible();
});

test('rejected rating is reverted', async ({ tom }) => {
  await tom.openConversation(MAYA);
  await tom.page.locator('[data-members-toggle]').click();
  await tom.page.route('**/meeting-summary-rating/', (route) => route.abort());
  await panel(tom)
    .getByRole('button', { name: /^Rate the call/ })
    .click();
  await face(panel(tom), 5).click();
  await expect(tom.page.getByText('We cannot reach Mentor Hub')).toBeVisible();
  await expect(panel(tom).getByRole('button', { name: /^Rate the call/ })).toBeVisible();
});

test('failed history load shows an error and retries', async ({ tom }) => {
  await tom.page.route('**/channel-history/**', (route) => route.fulfill({ status: 404, body: '{}' }));
  await tom.openConversation(MAYA);
  await tom.page.locator('[data-members-toggle]').click();
  await expect(panel(tom).getByRole('alert')).toBeVisible();
  await tom.page.unroute('**/channel-history/**');
  await panel(tom).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(tom).getByRole('table')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('accordions stay usable and rating card avoids keyboard', async ({ tom }) => {
    await tom.openConversation(MAYA);
    await tom.page.locator('[data-members-toggle]').tap();
    await expect(panel(tom).getByText('Maya Okafor')).toBeVisible();
    await expect(panel(tom).getByRole('table')).toHaveCount(0);
    await panel(tom).getByRole('button', { name: 'View Members' }).tap();
    await panel(tom).getByRole('button', { name: 'View Summary & Transcript' }).tap();
    await expect(panel(tom).getByText('Maya Okafor')).toBeHidden();
    await expect(panel(tom).getByRole('row')).toHaveCount(4);
    const overflow = () => panel(tom).evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(overflow).toBe(0);
    await panel(tom)
      .getByRole('button', { name: /^Rate the call/ })
      .tap();
    await expect(face(panel(tom), 1)).toBeInViewport({ ratio: 1 });
    await expect(face(panel(tom), 5)).toBeInViewport({ ratio: 1 });
    await panel(tom).getByRole('button', { name: 'CLOSE' }).tap();

    await talk(tom);
    await tom.page.getByRole('button', { name: 'Back to the list' }).tap();
    await tom.choose(MAYA);
    await expect(chatCard(tom)).toBeVisible();
    await tom.page.locator('[data-members-toggle]').tap();
    await expect(panel(tom)).toBeVisible();
    await expect(chatCard(tom)).toBeHidden();
    await panel(tom).getByRole('button', { name: 'CLOSE' }).tap();
    await expect(chatCard(tom)).toBeVisible();
    await tom.composer.tap();
    await expect(chatCard(tom)).toBeHidden();
    await tom.composer.blur();
    await expect(chatCard(tom)).toBeVisible();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({
    desktop: { width: 1280, height: 800 },
    phone: { width: 390, height: 844 },
  })) {
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport });

      test('ratings and history have no barriers', async ({ ana, tom }) => {
        await ana.openConversation(CIRCLE);
        await expect(callCard(ana)).toBeVisible();
        await face(callCard(ana), 4).check();
        expect(await violations(ana.page)).toEqual([]);

        await tom.openConversation(MAYA);
        await tom.page.locator('[data-members-toggle]').click();
        const view = panel(tom).getByRole('button', { name: 'View Summary & Transcript' });
        if (size === 'phone') await view.click();
        await panel(tom)
          .getByRole('button', { name: /^Rate the call/ })
          .click();
        expect(await violations(tom.page)).toEqual([]);
        await tom.page.keyboard.press('Escape');
        await panel(tom).getByRole('button', { name: 'CLOSE' }).click();
        await talk(tom);
        if (size === 'phone') await tom.page.getByRole('button', { name: 'Back to the list' }).click();
        else await tom.choose(CIRCLE);
        await tom.choose(MAYA);
        await expect(chatCard(tom)).toBeVisible();
        expect(await violations(tom.page)).toEqual([]);
      });
    });
  }
}
