import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from '../harness/accounts';
import { CIRCLE } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

interface Facts {
  hasAgreedTerms?: boolean;
  status?: { experiences?: object; [fact: string]: unknown };
}

/** The server's profile with other facts in it: nothing makes surveys or matches yet. */
async function withFacts(
  page: Page,
  { status: { experiences, ...status } = {}, ...facts }: Facts,
): Promise<void> {
  await page.route('**/users/profile/', async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const profile = await answer.json();
    const merged = { ...profile.status, ...status };
    merged.experiences = { ...profile.status.experiences, ...experiences };
    await route.fulfill({ json: { ...profile, ...facts, status: merged } });
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
    'Surveys',
  ],
  ['the curriculum is open', { experiences: { curriculum: 'use' } }, '/mentorship', 'Mentorship'],
  ['matching has begun', { matching: { matchingStatus: 'GROUP_HOLD' } }, '/mentorship', 'Mentorship'],
  [
    'a session is new',
    { newSessionAvailable: true, experiences: { session: 'use', curriculum: 'show' } },
    '/learninghub',
    'Hello, Tom',
  ],
  ['the curriculum can be looked at', { experiences: { curriculum: 'show' } }, '/mentorship', 'Mentorship'],
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

test('a survey that is gone leads to the list, and back does not lead in circles', async ({ tom, hub }) => {
  await tom.page.goto('/mentorship');
  await tom.page.goto('/survey');
  await expect(tom.page).toHaveURL(`${hub.url}/surveylisting`);
  await expect(tom.page.getByText('No surveys wait for you')).toBeVisible();
  await tom.page.goBack();
  await expect(tom.page).toHaveURL(`${hub.url}/mentorship`);
});

test('a page that was wanted wins, if it is one of ours', async ({ page, hub }) => {
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

test('what a link to the home page asks for is there after the sign-in, whatever comes between', async ({
  page,
  hub,
}) => {
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

test('whoever has not agreed to the terms is asked wherever they go, and can leave', async ({ tom, hub }) => {
  await withFacts(tom.page, { hasAgreedTerms: false });
  // What a page begins on its own: nothing of it before the Yes.
  const begun: string[] = [];
  tom.page.on('websocket', (socket) => begun.push(socket.url()));
  tom.page.on('request', (request) => {
    if (/profile-dialog|chat-dock|call-dock/.test(request.url())) begun.push(request.url());
  });
  await tom.page.goto('/chat/messenger');
  const terms = tom.page.getByRole('dialog', { name: 'Terms and Privacy Policy' });
  await expect(terms).toBeVisible();
  await expect(tom.page).toHaveURL(`${hub.url}/learninghub`);
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
  await expect(tom.page.locator('summary').first()).toBeVisible();
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

test('a conversation looks on the home page as it does in the messenger', async ({ tom }) => {
  await tom.page.goto('/');
  const row = (name: string) =>
    tom.page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(row(CIRCLE).locator('[data-kind="group"] svg')).toBeVisible();
  await expect(row('AI Assistant').locator('[data-kind="assistant"] svg')).toBeVisible();
});
