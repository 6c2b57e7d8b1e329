import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { contrastOf } from '../harness/contrast';
import type { Hub } from '../harness/hub';
import { expect, test } from '../harness/test';

const PROGRAMMES = `programmes:
  - key: riverside
    name: Riverside Youth Mentoring
    time_zone: Europe/London
    experiences:
      mentor: {chattype: use, mentorship_chat: use}
      mentee: {chattype: use, mentorship_chat: use, survey: use}
    surveys: [{survey: start, roles: [mentee]}]
`;

const text = (en: string, ar: string) => `{en: "${en}", de: "${en}", ar: "${ar}"}`;

/** Two stages: two pages of questions, then one without any. */
const SURVEY = `key: start
name: ${text('A good start', 'بداية جيدة')}
short_description: ${text('So that we know you a little.', 'لنتعرف إليكم قليلًا.')}
stages:
  - key: you
    name: ${text('About you', 'عنك')}
    description: ${text('Two short pages.', 'صفحتان قصيرتان.')}
    pages:
      - title: ${text('The basics', 'الأساسيات')}
        questions:
          - {key: name, type: Text, mandatory: true, label: ${text('Your name', 'اسمك')}}
          - key: mood
            type: SingleChoiceRadio
            mandatory: true
            label: ${text('How are you?', 'كيف حالك؟')}
            options:
              - {key: good, label: ${text('Good', 'جيد')}}
              - {key: bad, label: ${text('Not so good', 'ليس جيدًا')}}
      - title: ${text('Your wishes', 'أمنياتك')}
        questions:
          - {key: wish, type: TextBox, mandatory: true, label: ${text('What do you wish for?', 'ماذا تتمنى؟')}}
          - {key: photo, type: SingleImageUpload, label: ${text('A picture of you', 'صورة لك')}}
  - key: end
    name: ${text('The end', 'النهاية')}
    pages: []
`;

/** The programme names a survey for its mentees. */
async function addSurvey(hub: Hub, programmes = PROGRAMMES): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await mkdir(join(folder, 'surveys'));
  await writeFile(join(folder, 'programmes.yaml'), programmes);
  await writeFile(join(folder, 'surveys/start.yaml'), SURVEY);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const draftSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/screening/answers/') && answer.ok());

test('survey is begun on a phone, finished on a laptop and then complete', async ({ hub, actor }) => {
  await addSurvey(hub);
  const phone = (await actor('tom', hub)).page;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/');
  await expect(heading(phone, 'A good start')).toBeVisible();
  await expect(heading(phone, 'About you')).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await expect(phone.getByRole('link', { name: 'Begin' })).toHaveAccessibleDescription('Part 1 of 2');
  await phone.getByRole('link', { name: 'Begin' }).click();

  await expect(phone.getByText('Part 1 of 2 · Page 1 of 2')).toBeVisible();
  await expect(heading(phone, 'The basics')).toBeVisible();
  await expect(phone.getByText('2 steps left')).toBeVisible();
  await expect(phone.getByRole('link', { name: /^Open messages/ })).toHaveCount(0);
  await button(phone, 'Continue').click();
  await expect(phone.getByText('Field is mandatory').first()).toBeVisible();
  await expect(phone.getByLabel('Your name')).toBeFocused();
  expect(await violations(phone)).toEqual([]);
  await phone.getByLabel('Your name').fill('Tom');
  await phone.getByLabel('Good', { exact: true }).check();
  const saved = draftSaved(phone);
  await button(phone, 'Continue').click();
  await saved;
  await expect(heading(phone, 'Your wishes')).toBeFocused();
  await phone.goBack();
  await expect(phone.getByLabel('Your name')).toHaveValue('Tom');

  const laptop = (await actor('tom', hub)).page;
  await laptop.goto('/surveylisting');
  await laptop.getByRole('link', { name: 'Finish: A good start' }).click();
  await laptop.getByRole('link', { name: 'Finish', exact: true }).click();
  await expect(laptop.getByLabel('Your name')).toHaveValue('Tom');
  await button(laptop, 'Continue').click();
  await button(laptop, 'Submit').click();
  await expect(laptop.getByLabel('What do you wish for?')).toBeFocused();
  await laptop.getByLabel('What do you wish for?').fill('A bridge of my own');
  await button(laptop, 'Submit').click();

  await expect(heading(laptop, 'The end')).toBeVisible();
  await expect(laptop.getByText('Part 2 of 2 – the last one')).toBeVisible();
  await laptop.getByRole('link', { name: 'Finish', exact: true }).click();
  const empty = 'No questions to answer in this step. Click Continue or Submit.';
  await expect(laptop.getByText(empty)).toBeVisible();
  expect(await violations(laptop)).toEqual([]);
  await button(laptop, 'Submit').click();
  await expect(laptop).toHaveURL(`${hub.url}/surveylisting`);
  const done = laptop.getByRole('listitem').filter({ has: heading(laptop, 'A good start') });
  const complete = done.getByRole('button', { name: /^COMPLETE on \d/ });
  await expect(complete).toBeDisabled();
  for (const colorScheme of ['light', 'dark'] as const) {
    await laptop.emulateMedia({ colorScheme });
    expect(await contrastOf(complete), colorScheme).toBeGreaterThanOrEqual(4.5);
  }
  expect(await violations(laptop)).toEqual([]);
  await laptop.getByRole('link', { name: 'Open' }).click();
  await expect(laptop.getByText('No open surveys')).toBeVisible();
  await laptop.getByRole('link', { name: 'Completed' }).click();
  await expect(laptop).toHaveURL(`${hub.url}/surveylisting/completedsurveys`);
  await expect(heading(laptop, 'A good start')).toBeVisible();
  await laptop.goto('/');
  await expect(laptop).toHaveURL(`${hub.url}/mentorship`);
});

test('person without chat sees changes of another device at once', async ({ hub, actor }) => {
  await addSurvey(hub, PROGRAMMES.replace('mentee: {chattype: use, mentorship_chat: use, ', 'mentee: {'));
  const [phone, laptop] = [(await actor('tom', hub)).page, (await actor('tom', hub)).page];
  const ready = laptop.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await laptop.goto('/surveylisting');
  await expect(laptop.getByRole('link', { name: 'Take: A good start' })).toBeVisible();
  await ready;
  await phone.goto('/stage?id=start.you');
  await phone.getByLabel('Your name').fill('Tom');
  await phone.getByLabel('Good', { exact: true }).check();
  await button(phone, 'Continue').click();
  await expect(laptop.getByRole('link', { name: 'Finish: A good start' })).toBeVisible();
});

test('answers survive a reload and a lost network', async ({ hub, tom }) => {
  await addSurvey(hub);
  const { page, context } = tom;
  await page.goto('/stage?id=start.you');
  await page.getByLabel('Your name').fill('Tom');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Tom');
  await page.getByLabel('Not so good').check();
  await context.setOffline(true);
  await button(page, 'Continue').click();
  await page.getByLabel('What do you wish for?').fill('A boat');
  await expect(page.getByText('Your answers are kept on this device')).toBeVisible();
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert').last()).toBeVisible();
  await context.setOffline(false);
  await button(page, 'Submit').click();
  await expect(heading(page, 'The end')).toBeVisible();
});

test('file of an answer is uploaded, and a problem found by the server is shown', async ({ hub, tom }) => {
  await addSurvey(hub);
  const { page } = tom;
  await page.goto('/stage?id=start.you');
  await page.getByLabel('Your name').fill('Tom');
  await page.getByLabel('Good', { exact: true }).check();
  await button(page, 'Continue').click();
  await page.getByLabel('What do you wish for?').fill('A boat');
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: PNG };
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('img', { name: /me\.png/ })).toBeVisible();
  const refused = {
    code: 'invalid_answers',
    message: 'No.',
    problems: { name: { code: 'too_long', max: 3 } },
  };
  await page.route('**/screening/answers/', (route) => route.fulfill({ status: 422, json: refused }));
  await button(page, 'Submit').click();
  await expect(heading(page, 'The basics')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true');
  await page.unroute('**/screening/answers/');
  await button(page, 'Continue').click();
  await button(page, 'Submit').click();
  await expect(heading(page, 'The end')).toBeVisible();
});

test('answers typed for a stage that another device submitted stay at hand', async ({ hub, actor }) => {
  await addSurvey(hub);
  const [phone, laptop] = [(await actor('tom', hub)).page, (await actor('tom', hub)).page];
  for (const [page, wish] of [
    [phone, 'A boat'],
    [laptop, 'A river'],
  ] as const) {
    await page.goto('/stage?id=start.you');
    await page.getByLabel('Your name').fill('Tom');
    await page.getByLabel('Good', { exact: true }).check();
    await button(page, 'Continue').click();
    await page.getByLabel('What do you wish for?').fill(wish);
  }
  // The live update would lead the laptop on before it submits.
  const answers = '**/screening/answers/?**';
  await laptop.route(answers, (route) => route.abort());
  await button(phone, 'Submit').click();
  await expect(heading(phone, 'The end')).toBeVisible();
  await expect(phone.getByRole('link', { name: /not sent/ })).toHaveCount(0);
  const gone = laptop.waitForResponse((answer) => answer.status() === 410);
  await laptop.route('**/screening/answers/', async (route) => {
    await laptop.unroute(answers);
    await route.continue();
  });
  await button(laptop, 'Submit').click();
  await gone;
  await expect(laptop.getByText('Your answers can no longer be changed')).toBeVisible();
  await expect(laptop.getByText('A river')).toBeVisible();
  await expect(heading(laptop, 'About you')).toBeFocused();
  await expect(laptop.getByRole('alert')).toHaveCount(0);
  await expect(laptop.getByText('Good', { exact: true })).toHaveCount(0);
  expect(await violations(laptop)).toEqual([]);
  await laptop.getByRole('link', { name: 'To the survey' }).click();
  await expect(heading(laptop, 'The end')).toBeVisible();
  await laptop.getByRole('link', { name: 'Answers not sent: About you' }).click();
  await button(laptop, 'Delete these answers').click();
  await expect(heading(laptop, 'The end')).toBeVisible();
  await expect(laptop.getByRole('link', { name: /not sent/ })).toHaveCount(0);
});

test('newer draft of another device is shown, and typed answers stay', async ({ hub, actor }) => {
  await addSurvey(hub);
  const [phone, laptop] = [(await actor('tom', hub)).page, (await actor('tom', hub)).page];
  for (const page of [phone, laptop]) await page.goto('/stage?id=start.you');
  await phone.getByLabel('Your name').fill('Tom of the phone');
  await phone.getByLabel('Good', { exact: true }).check();
  await laptop.getByLabel('Your name').fill('Tom of the laptop');
  await laptop.getByLabel('Not so good').check();
  // The live update would tell the laptop before it saves.
  let saves = false;
  await laptop.route('**/screening/answers/**', (route) => {
    saves ||= route.request().method() === 'POST';
    return saves ? route.continue() : route.abort();
  });
  const saved = draftSaved(phone);
  await button(phone, 'Continue').click();
  await saved;
  const outdated = laptop.waitForResponse((answer) => answer.status() === 409);
  const newer = laptop.waitForResponse(
    (answer) => answer.url().includes('/screening/answers/?') && answer.ok(),
  );
  await button(laptop, 'Continue').click();
  await outdated;
  await newer;
  await expect(laptop.getByText('answered on another device')).toBeVisible();
  await laptop.goBack();
  await expect(laptop.getByLabel('Your name')).toHaveValue('Tom of the laptop');
  const again = draftSaved(laptop);
  await button(laptop, 'Continue').click();
  await again;
});

test('sign-out saves what was typed, and asks before it deletes answers', async ({ hub, actor }) => {
  await addSurvey(hub);
  const { page, context } = await actor('tom', hub);
  await page.goto('/stage?id=start.you');
  await page.getByLabel('Your name').fill('Tom');
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
  };
  // The menu is loaded when it is opened first.
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await signOut();
  await expect(page.getByText('Signing out deletes them')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await button(page, 'Stay signed in').click();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Your name')).toHaveValue('Tom');
  await signOut();
  await expect(button(page, 'Delete and sign out')).toBeVisible();
  await context.setOffline(false);
  await button(page, 'Send and sign out').click();
  await expect(page).toHaveURL(/\/signin/);
  const later = (await actor('tom', hub)).page;
  await later.goto('/stage?id=start.you');
  await expect(later.getByLabel('Your name')).toHaveValue('Tom');
});

test('stage changes its language, and reads from right to left in Arabic', async ({ hub, tom }) => {
  await addSurvey(hub);
  const { page } = tom;
  await page.goto('/stage?id=start.you');
  await page.getByLabel('Your name').fill('Tom');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(heading(page, 'الأساسيات')).toBeVisible();
  await expect(page.getByLabel('اسمك')).toHaveValue('Tom');
  expect(await violations(page)).toEqual([]);
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
