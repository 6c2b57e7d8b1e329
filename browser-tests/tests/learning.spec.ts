import type { Locator, Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { clickAtEnd } from '../harness/layout';
import { addSession, button, CUT_TITLE, card, heading, LONG_SESSION, link, TITLE } from '../harness/learning';
import { expect, test } from '../harness/test';

test('session is read on a phone, answered, rated and then complete', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('tom', hub);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/learninghub/allsession');
  const knots = card(page, CUT_TITLE);
  await expect(knots.getByText(CUT_TITLE)).toBeVisible();
  await expect(knots.getByText('15 minutes')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await link(page, CUT_TITLE).click();

  await expect(page.getByText('Two knots for every day.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  for (const part of ['Your turn', 'Ropes are old.', 'Play video', 'More knots']) {
    await expect(page.getByText(part).first()).toBeVisible();
  }
  await expect(page.getByRole('img', { name: 'A door' })).toBeVisible();
  await expect(page.getByText('Let them try first.')).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await button(page, 'Next').click();
  await expect(heading(page, 'Tie one')).toBeFocused();
  await expect(button(page, 'Done')).toHaveCount(0);
  await expect(page.getByText('Please take the quiz before moving forward')).toBeVisible();
  await link(page, 'Take the quiz').click();
  await button(page, 'Next').click();
  await expect(page.getByText('Field is mandatory')).toBeVisible();
  await page.getByLabel('Granny').check();
  await button(page, 'Next').click();
  await expect(page.getByText('Question 2 of 2')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('What will you tie?').fill('My boat');
  await button(page, 'Submit').click();
  await expect(heading(page, '0 of 1 scored questions correct')).toBeFocused();
  await expect(page.getByText('It slips.')).toBeVisible();
  await expect(page.getByText('It lies flat.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await expect(page.getByText('Not right yet')).toHaveCount(1);
  await button(page, 'Try this one again').click();
  await expect(heading(page, 'One more try')).toBeFocused();
  await button(page, 'Back').click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await button(page, 'Try this one again').click();
  await expect(page.getByLabel('Granny')).not.toBeChecked();
  await page.getByLabel('Reef').check();
  await button(page, 'Submit').click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveAccessibleDescription('Right');
  await expect(heading(page, '1 of 1 scored questions correct')).toBeVisible();
  await expect(page.getByText('My boat')).toBeVisible();

  await button(page, 'Take it again').click();
  await expect(page.getByLabel('Reef')).toBeChecked();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(heading(page, '1 of 1 scored questions correct')).toBeFocused();
  await link(page, 'Continue').click();

  await expect(heading(page, 'How was it?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Nothing is required, but stars that were overlooked are asked about.
  const saved = page.waitForRequest(/session\/feedback/);
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert')).toContainText('How many stars do you give this session?');
  expect(await violations(page)).toEqual([]);
  await button(page, 'Send without stars').click();
  expect((await saved).postDataJSON()).toEqual({ session: 'knots', rating: 0, review: '' });
  await expect(page).toHaveURL(`${hub.url}/learninghub`);

  await page.goto('/session/sessionintroduction/knots');
  await link(page, 'Change feedback').click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await button(page, 'Clear').click();
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.getByRole('radio', { name: '3 stars' }).press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('What helped? What was missing?').fill('The reef knot.');
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(`${hub.url}/learninghub`);
  await page.goto('/session/sessionintroduction/knots');
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(link(page, 'Change feedback')).toBeVisible();
  await page.goto('/learninghub/ongoingsessions');
  await expect(page.getByText('Nothing in progress')).toBeVisible();
});

/** The bar of the messenger's widget, or its button on small screens. */
const messenger = (page: Page) =>
  page.getByRole('link', { name: /^Open messages/ }).or(page.getByRole('button', { name: /^Messages/ }));

test('messenger covers no button of a step', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  const messages = messenger(page);
  // Undefined while one takes the place of the other, after the page has become wider or narrower.
  const covered = async (control: Locator) => {
    const [own, other] = [await control.boundingBox(), await messages.boundingBox()];
    if (own === null || other === null) return undefined;
    const isBeside = own.x + own.width <= other.x || other.x + other.width <= own.x;
    return !isBeside && own.y + own.height > other.y && other.y + other.height > own.y;
  };
  // A phone's screen belongs to the step.
  for (const width of [360, 390, 600]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(messages).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Navigation bar' })).toHaveCount(0);
  }
  for (const width of [700, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(messages).toBeVisible();
    await expect.poll(() => covered(button(page, 'Next')), `${width} px`).toBe(false);
  }
});

for (const width of [390, 1024, 1280, 1366]) {
  test(`buttons at the end of a session take clicks at ${width} px`, async ({ hub, actor }) => {
    await addSession(hub, LONG_SESSION);
    const { page } = await actor('tom', hub);
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/session/sessionintroduction/knots');
    const messages = messenger(page);
    await expect(messages).toBeVisible();
    await clickAtEnd(page, button(page, 'Start'));
    await expect(heading(page, 'What a knot does')).toBeFocused();
    await clickAtEnd(page, button(page, 'Next'));
    await expect(heading(page, 'Tie one')).toBeFocused();
    await clickAtEnd(page, link(page, 'Take the quiz'));
    await page.getByLabel('Reef').check();
    await clickAtEnd(page, button(page, 'Next'));
    await clickAtEnd(page, button(page, 'Submit'));
    await expect(heading(page, '1 of 1 scored questions correct')).toBeFocused();
    await clickAtEnd(page, link(page, 'Continue'));
    await expect(heading(page, 'Well tied')).toBeFocused();
    await clickAtEnd(page, button(page, 'Previous'));
    await expect(heading(page, 'Tie one')).toBeFocused();
    await clickAtEnd(page, button(page, 'Next'));
    await expect(heading(page, 'Well tied')).toBeFocused();
    await clickAtEnd(page, button(page, 'Done'));
    await expect(heading(page, 'How was it?')).toBeVisible();
    await expect(messages).toHaveCount(width > 600 ? 1 : 0);
  });
}

test('steps follow arrow keys and swipes, and can be read ahead', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('maya', hub);
  // A step of a session that was not started leads to its introduction.
  await page.goto('/session/step?session=knots&step=tie');
  await button(page, 'Start').click();
  await expect(page.getByText('Let them try first.')).toBeVisible();
  await link(page, 'Tie one').click();
  await expect(page.getByText('once the steps before it are done')).toBeVisible();
  await expect(link(page, 'Take the quiz')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 'Tie one')).toBeFocused();
  await expect(link(page, 'Take the quiz')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await swipe(page, -160);
  await expect(heading(page, 'Tie one')).toBeFocused();
  await swipe(page, 160);
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Tie one')).toBeVisible();
  await link(page, 'Close the session').click();
  await expect(link(page, 'Continue')).toBeVisible();
  await expect(page.getByText('5 minutes left')).toBeVisible();
});

/** Moves a finger sideways over the heading of a step. */
async function swipe(page: Page, distance: number): Promise<void> {
  await page.getByRole('heading', { level: 1 }).evaluate((target, by) => {
    const finger = { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 300 };
    target.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: 300 }));
    target.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: 300 + by }));
  }, distance);
}

test('bookmark shows at once, is kept, and is undone when it cannot be saved', async ({ hub, tom }) => {
  await addSession(hub);
  const { page } = tom;
  await page.goto('/learninghub/allsession?search=knots');
  const bookmark = page.getByRole('button', { name: `Bookmark ${TITLE}` });
  await page.route('**/session/bookmark/', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable' } }),
  );
  await bookmark.click();
  await expect(page.getByText('The bookmark could not be saved. Try again.')).toBeVisible();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/session/bookmark/');
  const saved = page.waitForResponse('**/session/bookmark/');
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await link(page, 'Bookmarked sessions').click();
  await expect(page).toHaveURL(`${hub.url}/learninghub/bookmarkedsessions`);
  await expect(heading(page, 'Knots that hold')).toBeVisible();
  await bookmark.click();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
});

test('search finds sessions, and the address keeps it', async ({ tom: { page } }) => {
  await page.goto('/learninghub/allsession');
  await expect(heading(page, 'Set a goal you can reach')).toBeVisible();
  await page.getByRole('searchbox').fill('strangers camera');
  await expect(page.getByText('No session found')).toBeVisible();
  await page.getByRole('searchbox').fill('survives a bad day');
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Set a goal you can reach']);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('survives a bad day');
  await expect(titles).toHaveText(['Set a goal you can reach']);
  await button(page, 'Clear search').click();
  await expect(titles).not.toHaveCount(1);
});

test('cards that do not load show a state without a message', async ({ tom }) => {
  const { page } = tom;
  await page.route('**/learninghub/sessions/**', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid', message: 'Secret' } }),
  );
  await page.goto('/learninghub/allsession');
  await expect(page.getByText('The sessions could not be loaded')).toBeVisible();
  await expect(page.getByText('Secret')).toHaveCount(0);
  await page.unroute('**/learninghub/sessions/**');
  await button(page, 'Try again').click();
  await expect(heading(page, 'Set a goal you can reach')).toBeVisible();
});

test('home shows where to go on, and a second tab follows', async ({ hub, actor }) => {
  await addSession(hub);
  const first = await actor('tom', hub);
  const { page } = first;
  await page.goto('/learninghub');
  await expect(heading(page, 'For you')).toBeVisible();
  const second = await first.context.newPage();
  await second.goto('/session/sessionintroduction/knots');
  await button(second, 'Start').click();
  await expect(heading(page, 'Pick up where you left off')).toBeVisible();
  // It leaves the suggestions.
  await expect(link(page, CUT_TITLE)).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await link(page, 'Feed').click();
  await expect(page).toHaveURL(`${hub.url}/feed`);
});

test('step reads from right to left in Arabic', async ({ hub, tom }) => {
  await addSession(hub);
  const { page } = tom;
  await page.goto('/session/sessionintroduction/knots');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await button(page, 'ابدأ').click();
  await expect(heading(page, 'ما تفعله العقدة')).toBeFocused();
  // Forward is to the left.
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'اربط واحدة')).toBeFocused();
  await swipe(page, -160);
  await expect(heading(page, 'ما تفعله العقدة')).toBeFocused();
  await swipe(page, 160);
  await link(page, 'ابدأ الاختبار').click();
  await expect(page.getByText('السؤال 1 من 2')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
