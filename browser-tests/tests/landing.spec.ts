import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { CIRCLE } from '../harness/actor';
import { violations } from '../harness/axe';
import { answerTo } from '../harness/http';
import { expectBeside } from '../harness/layout';
import { Newcomer } from '../harness/newcomer';
import { expect, test } from '../harness/test';

interface Facts {
  hasAgreedTerms?: boolean;
  status?: { experiences?: object; [fact: string]: unknown };
}

/** Changes facts in the server's profile answer, which is otherwise that of a person without a mentorship. */
async function withFacts(
  page: Page,
  { status: { experiences, ...status } = {}, ...facts }: Facts,
): Promise<void> {
  await page.route('**/users/profile/', async (route) => {
    const answer = await answerTo(route);
    if (!answer.ok()) return route.fulfill({ response: answer });
    const profile = await answer.json();
    const merged = { ...profile.status, ...status };
    merged.experiences = { ...profile.status.experiences, curriculum: 'hide', ...experiences };
    await route.fulfill({ json: { ...profile, mentorships: [], ...facts, status: merged } });
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.tom);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const survey = (surveyId: string, surveyStatus: string) => ({ surveyId, surveyStatus, expPermission: 'use' });

const RULES: [rule: string, status: NonNullable<Facts['status']>, path: string, heading: string][] = [
  ['one survey waits', { surveys: [survey('a', 'NOT_STARTED')] }, '/survey', 'Survey'],
  [
    'several surveys wait',
    { surveys: [survey('a', 'NOT_STARTED'), survey('b', 'ONGOING')] },
    '/surveylisting',
    'Survey',
  ],
  ['the curriculum is open', { experiences: { curriculum: 'use' } }, '/mentorship', 'Mentorship'],
  ['matching has begun', { matching: { matchingStatus: 'GROUP_HOLD' } }, '/mentorship', 'Mentorship'],
  [
    'a session is new',
    { newSessionAvailable: true, experiences: { session: 'use', curriculum: 'show' } },
    '/learninghub',
    'Hello, Tom',
  ],
  [
    'the curriculum can be looked at',
    { newSessionAvailable: false, experiences: { curriculum: 'show' } },
    '/mentorship',
    'Mentorship',
  ],
  ['nothing of all that', {}, '/learninghub', 'Hello, Tom'],
];

for (const [rule, status, path, heading] of RULES) {
  test(`where: ${rule}`, async ({ tom, hub }) => {
    await withFacts(tom.page, { status });
    await tom.page.goto('/');
    await expect(tom.page).toHaveURL(hub.url + path);
    await expect(tom.page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await violations(tom.page)).toEqual([]);
  });
}

test('closed survey leads to the list without loops', async ({ tom, hub }) => {
  await withFacts(tom.page, { status: { experiences: { survey: 'hide' } } });
  await tom.page.goto('/mentorship');
  await tom.page.goto('/survey');
  await expect(tom.page).toHaveURL(`${hub.url}/surveylisting`);
  await expect(tom.page.getByText('Surveys are not open to you yet')).toBeVisible();
  await tom.page.goBack();
  await expect(tom.page).toHaveURL(`${hub.url}/mentorship`);
});

test('requested own page wins after sign-in', async ({ page, hub }) => {
  await withFacts(page, { status: { experiences: { curriculum: 'use' } } });
  for (const [wanted, arrived] of [
    ['/chat?from=mail', '/chat?from=mail'],
    ['//evil.example/chat', '/mentorship'],
    ['https://evil.example/', '/mentorship'],
  ] as const) {
    await page.goto(`${hub.url}/signin?${new URLSearchParams({ redirectUri: wanted })}`);
    await signIn(page);
    await expect(page).toHaveURL(hub.url + arrived);
    await page.context().clearCookies();
  }
  await expect(page.getByRole('main')).toBeVisible();
});

test('home link parameters survive the sign-in', async ({ page, hub }) => {
  await page.goto(`${hub.url}/?redirectUri=%2Fchat%3Ffrom%3Dmail`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(page);
  await expect(page).toHaveURL(`${hub.url}/chat?from=mail`);

  await page.context().clearCookies();
  await withFacts(page, { status: { experiences: { curriculum: 'use' } } });
  await page.goto(`${hub.url}/?dialog=profile&redirectUri=//evil.example#main`);
  await signIn(page);
  await expect(page).toHaveURL(`${hub.url}/mentorship?dialog=profile#main`);
  await expect(page.getByRole('dialog', { name: 'My Profile' })).toBeVisible();
});

test('home leads to a person, their chat and a call', async ({ tom, hub }) => {
  const { page } = tom;
  await page.goto('/learninghub');
  const people = page.getByRole('region', { name: 'Your people' });
  await people.getByRole('button', { name: /^Maya Okafor/ }).click();
  const card = page.getByRole('dialog', { name: 'Maya Okafor' });
  await expect(card.getByRole('button', { name: 'Start a video call' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('link', { name: 'Message' }).click();
  await expect(page).toHaveURL(new RegExp(`^${hub.url}/chat\\?channel=`));
});

test('open widget covers no card', async ({ tom: { page } }) => {
  await page.goto('/learninghub');
  const widget = page.getByRole('region', { name: 'Messages' });
  await widget.getByRole('button').first().click();
  await expect(widget.getByRole('list').first()).toBeVisible();
  await expectBeside(page.getByRole('region', { name: 'Your people' }), widget);
});

test('requested page survives the sign-up', async ({ page, hub }) => {
  const lena = new Newcomer(page, hub);
  await page.goto(`${hub.url}/chat?from=mail`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNTS.tom);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(lena.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await lena.typeCode(await lena.code());
  await lena.choosePassword();
  await lena.chooseRole('Mentee');
  await lena.accept();
  await lena.fillInDetails();
  await lena.createAccount();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(page).toHaveURL(`${hub.url}/chat?from=mail`);
});

test('protected pages ask for the sign-in, also those that do not exist', async ({ page, hub }) => {
  for (const path of ['/session/step', '/stage', '/learninghub/none']) {
    await page.goto(hub.url + path);
    await expect(page).toHaveURL(`${hub.url}/signin?${new URLSearchParams({ redirectUri: path })}`);
  }
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test('terms dialog blocks every page until accepted', async ({ tom, hub }) => {
  await withFacts(tom.page, { hasAgreedTerms: false });
  // Background activity of a page: none before the terms are accepted.
  const begun: string[] = [];
  tom.page.on('websocket', (socket) => begun.push(socket.url()));
  tom.page.on('request', (request) => {
    if (/\/assets\/(?:profile|messenger-widget|call)-[\w-]{8}\.js/.test(request.url()))
      begun.push(request.url());
  });
  await tom.page.goto('/chat/messenger');
  const terms = tom.page.getByRole('dialog', { name: 'Terms and Privacy Policy' });
  await expect(terms).toBeVisible();
  // Behind it there is no page, whose calls the server would refuse.
  await expect(tom.page.getByRole('heading', { level: 1 })).toHaveCount(0);
  expect(await violations(tom.page)).toEqual([]);
  const opened = tom.context.waitForEvent('page');
  await terms.getByRole('link', { name: /^Privacy Policy/ }).click();
  const document = await opened;
  await expect(document).toHaveURL(`${hub.url}/privacypolicy`);
  await document.close();

  let answer = () => {};
  await tom.page.route(
    '**/users/agreement/',
    async (route) => {
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.fulfill({ status: 500 });
    },
    { times: 1 },
  );
  await terms.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(terms.getByRole('button', { name: 'Processing...' })).toBeVisible();
  answer();
  await expect(terms.getByRole('alert')).toHaveText(
    'Something went wrong while saving your response. Please try again.',
  );
  expect(begun).toEqual([]);
  await terms.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(terms).toHaveCount(0);
  await expect.poll(() => begun.some((url) => url.startsWith('ws'))).toBe(true);

  begun.length = 0;
  await tom.page.goto('/moreinfo/faq?dialog=profile');
  await expect(terms).toBeVisible();
  expect(begun).toEqual([]);
  await terms.getByRole('button', { name: 'CONTINUE' }).click();
  await expect(tom.page).toHaveURL(`${hub.url}/learninghub`);
  await expect(tom.page.locator('dialog[open]')).toHaveCount(0);

  await tom.page.goto('/chat');
  await expect(terms).toBeVisible();
  await terms.getByRole('button', { name: 'Sign Out' }).click();
  await expect(tom.page).toHaveURL(/\/signin/);
});

test('the page of mails is for demonstrations only', async ({ page, hub }) => {
  const json = { code: 'not_found', message: 'There is nothing here.' };
  await page.route('**/api/dev/outbox/', (route) => route.fulfill({ status: 404, json }));
  await page.goto(`${hub.url}/dev`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test('home page shows channels like the messenger', async ({ tom }) => {
  await tom.page.goto('/learninghub');
  const row = (name: string) =>
    tom.page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(row(CIRCLE).locator('[data-kind="group"] svg')).toBeVisible();
  await expect(row('AI Assistant').locator('[data-kind="assistant"] svg')).toBeVisible();
});
