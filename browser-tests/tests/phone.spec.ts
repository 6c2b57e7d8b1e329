import type { Locator } from '@playwright/test';
import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { answerTo } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('phone chat is full screen with way back', async ({ tom, maya }) => {
  await tom.page.goto('/');
  await tom.page.getByRole('link', { name: 'Open messages' }).tap();
  await tom.channel(MAYA).tap();
  await expect(tom.composer).toBeInViewport({ ratio: 1 });
  const window = tom.page.getByRole('region', { name: `Conversation with ${MAYA}` });
  await expect.poll(() => window.boundingBox()).toMatchObject({ width: 390 });

  await maya.openConversation(TOM);
  await maya.send('Can you read this on the bus?');
  await expect(tom.message('Can you read this on the bus?')).toBeInViewport();
  await tom.composer.fill('Every word of it');
  await tom.page.getByRole('button', { name: 'Send' }).tap();
  await expect(maya.message('Every word of it')).toHaveCount(1);

  await tom.page.getByRole('button', { name: 'Back to the list' }).tap();
  await expect(tom.channel(CIRCLE)).toBeInViewport();
});

test('phone keyboard keeps composer and newest message visible', async ({ tom }) => {
  await tom.page.goto('/chat/messenger');
  await tom.channel(MAYA).tap();
  await tom.scrollToNewest();
  const newest = tom.page.getByRole('article').last();
  await expect(newest).toBeInViewport();
  await tom.composer.tap();
  await tom.page.setViewportSize({ width: 390, height: 420 });
  await expect(tom.composer).toBeInViewport({ ratio: 1 });
  await expect(newest).toBeInViewport();
  await tom.composer.fill('One\nTwo\nThree\nFour\nFive\nSix\nSeven\nEight');
  await expect(tom.page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  await expect(newest).toBeInViewport();
});

test('back closes overlays, then leads to the list', async ({ maya, hub }) => {
  const { page } = maya;
  await maya.openConversation(TOM);
  await page.getByLabel('Choose a file').setInputFiles(picture('mug.png', 640, 320));
  await maya.send('The mug');
  await expect(maya.sent('The mug')).toHaveCount(1);
  const address = page.url();
  const large = page.getByRole('dialog', { name: 'Preview of mug.png' });
  const emoji = page.getByRole('dialog', { name: 'Emoji' });
  const open: [Locator, Locator][] = [
    [page.getByRole('button', { name: 'Open mug.png' }), large],
    [page.getByRole('button', { name: 'Insert emoji' }), emoji],
    [
      page.getByRole('button', { name: 'Your mentee' }),
      page.getByRole('region', { name: 'Members and history' }),
    ],
  ];
  for (const [opener, layer] of open) {
    await opener.tap();
    await expect(layer).toBeVisible();
    await page.goBack();
    await expect(layer).toHaveCount(0);
    await expect(maya.composer).toBeVisible();
    await expect(opener).toBeFocused();
  }
  // Sequentially, and closed without the back button: no history entries remain.
  await maya.sent('The mug').getByRole('button', { name: 'Message actions' }).press('Enter');
  await page.getByRole('button', { name: 'More emoji' }).tap();
  await expect(emoji).toBeVisible();
  await page.goBack();
  await expect(emoji).toHaveCount(0);
  await open[0]?.[0].tap();
  await large.getByRole('button', { name: 'Close' }).tap();
  await expect(large).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.over)).toBeUndefined();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page).toHaveURL(`${hub.url}/chat/messenger`);
  await expect(maya.channel(TOM)).toBeInViewport();
});

test('back on chat page closes channel, then leaves', async ({ tom, hub }) => {
  const { page } = tom;
  await page.goto('/moreinfo/faq');
  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: /^Chat/ }).tap();
  await tom.channel(MAYA).tap();
  await expect(tom.composer).toBeVisible();
  await expect(page).toHaveURL(/\/chat\?channel=/);
  await page.reload();
  await expect(tom.composer).toBeVisible();

  await page.getByRole('button', { name: 'Insert emoji' }).tap();
  const emoji = page.getByRole('dialog', { name: 'Emoji' });
  await expect(emoji).toBeVisible();
  await page.goBack();
  await expect(emoji).toHaveCount(0);
  await expect(tom.composer).toBeVisible();
  await page.goBack();
  await expect(tom.channel(CIRCLE)).toBeInViewport();
  await expect(page).toHaveURL(`${hub.url}/chat`);

  // Returning to the page shows the list, and the arrow leaves no empty history step.
  await tom.channel(CIRCLE).tap();
  await expect(tom.composer).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await expect(tom.channel(CIRCLE)).toBeFocused();
  await expect(page).toHaveURL(`${hub.url}/chat`);
  await page.goBack();
  await expect(page).toHaveURL(`${hub.url}/moreinfo/faq`);
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
});

test('phone header shows the whole name', async ({ tom, hub }) => {
  const { page } = tom;
  const name = 'Tuesday circle for people who build bridges';
  await page.route('**/api/v2/chat/channels/', async (route) => {
    const answer = await answerTo(route);
    if (!answer.ok()) return route.fulfill({ response: answer });
    const channels: { channelName: string }[] = await answer.json();
    for (const channel of channels) if (channel.channelName === CIRCLE) channel.channelName = name;
    await route.fulfill({ json: channels });
  });
  await page.goto('/chat');
  await expect(page.getByRole('banner')).toBeVisible();
  await tom.channel(name).tap();
  const heading = page.getByRole('heading', { level: 2, name });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const hidden = () =>
    heading.evaluate((title) => [
      title.scrollWidth - title.clientWidth,
      title.scrollHeight - title.clientHeight,
    ]);
  await expect.poll(hidden).toEqual([0, 0]);
  // One bar: that of the conversation, not that of the app.
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).tap();
  const menu = page.getByRole('dialog', { name: 'More actions' });
  await expect(menu.getByRole('button')).toHaveText([
    'Search in this conversation',
    'Go to date',
    'Pinned messages',
    'Pictures, files and links',
    'Mute this conversation',
    'Saved messages',
    'Open full screen',
  ]);
  await menu.getByRole('button', { name: 'Mute this conversation' }).tap();
  await expect(menu).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${hub.url}/chat`);
  await expect(tom.channel(name).getByRole('img', { name: 'Muted' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('phone menu contains all links of top bar', async ({ tom, hub }) => {
  const { page } = tom;
  await page.route('**/users/profile/', async (route) => {
    const answer = await answerTo(route);
    if (!answer.ok()) return route.fulfill({ response: answer });
    const profile = await answer.json();
    for (const area of ['session', 'curriculum', 'survey', 'internship']) {
      profile.status.experiences[area] = 'show';
    }
    await route.fulfill({ json: profile });
  });
  await page.goto('/moreinfo/faq');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.tap();
  // Along the edge over the whole height, with the page beside it.
  const edge = () => menu.boundingBox().then((box) => box && [box.x + box.width, box.y, box.height]);
  await expect.poll(edge).toEqual([390, 0, 844]);
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
    'Learning Hub',
    'Mentorship',
    'Survey',
    /^Chat/,
    'Internships',
  ]);
  await expect(menu.getByRole('navigation', { name: 'Legal' }).getByRole('link')).toHaveText([
    'Privacy Policy',
    'Terms of Service',
    'Code of Conduct',
  ]);
  await expect(menu.getByRole('link', { name: 'FAQs' })).toBeVisible();
  await expect(menu.getByText('Tom', { exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Mentorship' }).tap();
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
  await expect(menu).toHaveCount(0);

  await open.tap();
  await menu.getByRole('button', { name: 'My Profile' }).tap();
  await expect(page.getByRole('dialog', { name: 'My Profile' })).toBeVisible();
  await page.goBack();
  await open.tap();
  await menu.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: 'Abmelden' }).tap();
  await expect(page).toHaveURL(`${hub.url}/signin`);
});

test('bar leads to each place, counts messages and leaves tasks alone', async ({ tom, maya, hub }) => {
  const { page } = tom;
  await maya.openConversation(TOM);
  await maya.send('Shall we go on with the agreement?');
  await page.goto('/learninghub');
  const bar = page.getByRole('navigation', { name: 'Navigation bar' });
  const place = (name: string | RegExp) => bar.getByRole('link', { name });
  await expect(place('Home')).toHaveAttribute('aria-current', 'page');
  await expect(place(/^Chat/)).toContainText('unread message');
  // Beside the bar, the button does not repeat the number.
  await expect(page.getByRole('link', { name: 'Open messages', exact: true })).toBeVisible();
  // What is on the page ends above the bar, and so does the button of the messenger.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const top = (await bar.boundingBox())?.y ?? 0;
  const button = await page.getByRole('link', { name: /^Open messages/ }).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(top);
  await expectNoOverflow(page);

  await place('Learn').tap();
  await expect(page).toHaveURL(`${hub.url}/learninghub/allsession`);
  await place('Mentorship').tap();
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
  await bar.getByRole('button', { name: 'Me' }).tap();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await place(/^Chat/).tap();
  await expect(page).toHaveURL(`${hub.url}/chat/messenger`);
  await expect(bar).toHaveCount(0);
  await page.getByRole('link', { name: 'Home page' }).tap();
  await expect(page).toHaveURL(`${hub.url}/mentorship`);
});

for (const path of ['/signin', '/', '/chat', '/chat/messenger', '/privacypolicy']) {
  test(`${path} fits into 390 pixels`, async ({ ana, browser, hub }) => {
    const page = path === '/signin' ? await browser.newPage({ baseURL: hub.url }) : ana.page;
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    await expectNoOverflow(page);
  });
}
