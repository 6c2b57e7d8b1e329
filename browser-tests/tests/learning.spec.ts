import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { violations } from '../harness/axe';
import type { Hub } from '../harness/hub';
import { expect, test } from '../harness/test';

const text = (en: string, ar: string) => `{en: "${en}", de: "${en}", ar: "${ar}"}`;

/** Two steps: all kinds of content, then a mandatory quiz of two questions. */
const SESSION = `key: knots
title: ${text('Knots that hold a small boat safely', 'عقد تثبّت قاربًا صغيرًا بأمان')}
overview: ${text('Two knots for every day.', 'عقدتان لكل يوم.')}
banner: path.svg
color: blue
tags: [goals]
audience: learning_hub
roles: [mentee, mentor]
published_on: 2026-01-05
steps:
  - key: read
    title: ${text('What a knot does', 'ما تفعله العقدة')}
    minutes: 10
    content:
      - {type: TEXT, text: ${text('A knot **holds**.', 'العقدة تثبّت.')}}
      - {type: INSTRUCTION, text: ${text('Take a rope.', 'خذ حبلًا.')}}
      - {type: MENTOR_TIPS, text: ${text('Let them try first.', 'دعهم يحاولون أولًا.')}}
      - {type: ARTICLE, text: ${text('Ropes are old.', 'الحبال قديمة.')}}
      - {type: IMAGE, picture: door.svg, size_percentage: 50, alt: ${text('A door', 'باب')}}
      - type: YOUTUBE
        video: dQw4w9WgXcQ
        title: ${text('Tying', 'الربط')}
        transcript: ${text('Over, under.', 'فوق، تحت.')}
      - {type: HYPERLINK, url: "https://example.org/knots", text: ${text('More knots', 'عقد أخرى')}}
  - key: tie
    title: ${text('Tie one', 'اربط واحدة')}
    minutes: 5
    content:
      - type: QUIZ
        quiz:
          key: which
          help: ${text('Two questions.', 'سؤالان.')}
          allow_retake: true
          questions:
            - key: holds
              type: SingleChoiceRadio
              mandatory: true
              label: ${text('Which knot holds?', 'أي عقدة تثبّت؟')}
              options:
                - {key: granny, label: ${text('Granny', 'الجدة')}, is_correct: false, explanation: ${text('It slips.', 'تنزلق.')}}
                - {key: reef, label: ${text('Reef', 'الشراع')}, is_correct: true, explanation: ${text('It lies flat.', 'تستوي.')}}
            - {key: why, type: TextBox, mandatory: false, label: ${text('What will you tie?', 'ماذا ستربط؟')}}
`;

/** Its pictures and tags are those of a new installation. */
const BUILT_IN = fileURLToPath(new URL('../../content', import.meta.url));

async function addSession(hub: Hub): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await mkdir(join(folder, 'sessions'));
  await cp(BUILT_IN, folder, {
    recursive: true,
    filter: (path) => /content$|pictures|tags\.yaml$/.test(path),
  });
  await writeFile(join(folder, 'sessions/knots.yaml'), SESSION);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
}

const TITLE = 'Knots that hold a small boat safely';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ has: heading(page, title) });

test('session is read on a phone, answered, rated and then complete', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('tom', hub);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/learninghub/allsession');
  const knots = card(page, TITLE);
  await expect(knots.getByText('Knots that hold a small boat saf…')).toBeVisible();
  await expect(knots.getByText('15 minutes')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await link(page, TITLE).click();

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
  await expect(heading(page, '0 of 1 correct')).toBeFocused();
  await expect(page.getByText('It slips.')).toBeVisible();
  await expect(page.getByText('It lies flat.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await button(page, 'Take it again').click();
  await page.getByLabel('Reef').check();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(heading(page, '1 of 1 correct')).toBeFocused();
  await link(page, 'Go on').click();

  await expect(heading(page, 'How was it?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Nothing is required: neither stars nor words.
  const saved = page.waitForRequest(/session\/feedback/);
  await button(page, 'Submit').click();
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
  await page.getByLabel('What helped you, what was missing?').fill('The reef knot.');
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(`${hub.url}/learninghub`);
  await page.goto('/session/sessionintroduction/knots');
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(link(page, 'Change feedback')).toBeVisible();
  await page.goto('/learninghub/ongoingsessions');
  await expect(page.getByText('Nothing in progress')).toBeVisible();
});

test('messenger covers no button of a step', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  const messages = page
    .getByRole('link', { name: /^Open messages/ })
    .or(page.getByRole('button', { name: /^Messages/ }));
  const covered = async (control: Locator) => {
    const [own, other] = [await control.boundingBox(), await messages.boundingBox()];
    if (own === null || other === null) throw new Error('one of them is not shown');
    const isBeside = own.x + own.width <= other.x || other.x + other.width <= own.x;
    return !isBeside && own.y + own.height > other.y && other.y + other.height > own.y;
  };
  for (const width of [360, 390, 599, 700, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(messages).toBeVisible();
    expect(await covered(button(page, 'Next')), `${width} px`).toBe(false);
  }
});

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
  await expect(page.getByText('Sessions did not load')).toBeVisible();
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
  await expect(heading(page, 'Go on where you stopped')).toBeVisible();
  // It leaves the suggestions.
  await expect(link(page, TITLE)).toHaveCount(1);
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

test('steps and quizzes done without a network are sent once, in order', async ({ hub, actor }) => {
  await addSession(hub);
  const { page, context } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  // The quiz and its page come with the step.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await button(page, 'Next').click();
  await expect(page.getByText('1 entry waits for the network.')).toBeVisible();
  await link(page, 'Take the quiz').click();
  await page.getByLabel('Reef').check();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(page.getByText('2 entries wait for the network.')).toBeVisible();
  await expect(page.getByText('Submitted')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await link(page, 'Close the session').click();
  await expect(page.getByText('completed', { exact: true })).toBeVisible();

  const sent: string[] = [];
  page.on('request', (request) => {
    if (/step-complete|save-answer/.test(request.url())) sent.push(request.url().split('/').at(-2) ?? '');
  });
  await context.setOffline(false);
  await expect(page.getByText('for the network')).toHaveCount(0);
  expect(sent).toEqual(['step-complete', 'save-answer']);
  await page.reload();
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
});

/** The app is stored with its page, which comes last. */
const appStored = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('app-'));
        return name !== undefined && (await (await caches.open(name)).match('/')) !== undefined;
      }),
    )
    .toBe(true);

test('opened session is read and worked on after a start without a network', async ({ hub, actor }) => {
  await addSession(hub);
  const { page, context } = await actor('tom', hub);
  await page.goto('/learninghub/allsession');
  await card(page, TITLE.slice(0, 20)).first().waitFor();
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await page.waitForLoadState('networkidle');
  await appStored(page);

  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, 'What a knot does')).toBeVisible();
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await button(page, 'Next').click();
  await expect(page.getByText('1 entry waits for the network.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 entry waits for the network.')).toBeVisible();
  await link(page, 'Take the quiz').click();
  await page.getByLabel('Reef').check();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(page.getByText('2 entries wait for the network.')).toBeVisible();
  await page.goto('/learninghub/allsession');
  await expect(card(page, TITLE.slice(0, 20)).first()).toBeVisible();
  // Other pages need the network, and send what waits when it returns.
  await page.goto('/surveylisting');
  await expect(heading(page, 'No connection to Mentor Hub')).toBeVisible();
  const submitted = page.waitForResponse((answer) => answer.url().includes('save-answer') && answer.ok());
  await context.setOffline(false);
  await submitted;
  await expect(page).toHaveURL(/surveylisting/);
  await page.goto('/session/sessionintroduction/knots');
  await expect(page.getByText('completed', { exact: true })).toBeVisible();
  await expect(page.getByText('for the network')).toHaveCount(0);
});

test('nothing is shown without a network once the login session has ended', async ({ hub, actor }) => {
  await addSession(hub);
  const { page, context } = await actor('tom', hub);
  const address = '/session/sessionintroduction/knots';
  await page.goto(address);
  await heading(page, TITLE).waitFor();
  await appStored(page);
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto(address);
  await expect(page).toHaveURL(/\/signin/);
  await context.addCookies(cookies);
  await context.setOffline(true);
  await page.goto(address);
  await expect(page.getByText('Mentor Hub is not answering')).toBeVisible();
  await expect(heading(page, TITLE)).toHaveCount(0);
});

test('what the server refuses later is shown with the reason', async ({ hub, actor }) => {
  await addSession(hub);
  const { page, context } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await context.setOffline(true);
  await button(page, 'Next').click();
  await expect(page.getByText('1 entry waits')).toBeVisible();
  const refused = { code: 'step_order', message: 'No.' };
  await page.route('**/step-complete/', (route) => route.fulfill({ status: 409, json: refused }));
  await context.setOffline(false);
  await expect(page.getByText(`“${TITLE}” could not be saved: Please complete the steps`)).toBeVisible();
  await expect(page.getByText('once the steps before it are done')).toBeVisible();
  await button(page, 'Understood').click();
  await expect(page.getByText('could not be saved')).toHaveCount(0);
});
