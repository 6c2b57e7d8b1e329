import type { BrowserContext, Page } from '@playwright/test';
import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { answerTo } from '../harness/http';
import { Hub } from '../harness/hub';
import { IdentityProvider } from '../harness/identity-provider';
import { test as base, expect } from '../harness/test';

const LENA = 'lena@school.example';

const test = base.extend<{ provider: IdentityProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  provider: async ({}, use) => {
    const provider = await IdentityProvider.reserve();
    await use(provider);
    await provider.remove();
  },
  hub: async ({ provider }, use) => {
    const hub = await Hub.start(provider.env);
    await provider.startFor(hub);
    await use(hub);
    await hub.remove();
  },
});

const button = (page: Page) => page.getByRole('button', { name: 'Sign-in via Google' });

/** Records the error reports to the operator. */
async function recordErrorReports(page: Page): Promise<string[]> {
  const reports: string[] = [];
  await page.route('**/api/v2/settings/', async (route) => {
    const answer = await answerTo(route);
    await route.fulfill({ response: answer, json: { ...(await answer.json()), reportsErrors: true } });
  });
  await page.route('**/api/v2/errors/', (route) => {
    reports.push(route.request().postDataJSON().message);
    return route.fulfill({ status: 204 });
  });
  return reports;
}

async function openWindow(context: BrowserContext, page: Page): Promise<Page> {
  const opened = context.waitForEvent('page');
  await button(page).click();
  return opened;
}

/** Signs in at the provider and consents. */
async function agree(popup: Page, email: string): Promise<void> {
  await popup.getByPlaceholder(/login/i).fill(email);
  await popup.getByPlaceholder(/password/i).fill('any');
  await popup.getByRole('button', { name: /sign-in/i }).click();
  await popup.getByRole('button', { name: /continue/i }).click();
}

test('new social account continues to the sign-up', async ({ page, context, hub }) => {
  await page.goto(`${hub.url}/signin`);
  await expect(button(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const popup = await openWindow(context, page);
  await expect(page.getByText('Continue in the Google window.')).toBeVisible();
  const closed = popup.waitForEvent('close');
  await agree(popup, LENA);
  await closed;
  await expect(page).toHaveURL(`${hub.url}/signup`);
});

test('address with a password gets the specified sentence', async ({ page, context, hub }) => {
  await page.goto(`${hub.url}/signin`);
  await agree(await openWindow(context, page), ACCOUNTS.maya);
  await expect(page.getByRole('alert')).toContainText(
    'Our records say that you have signed up for our app with your email address and a password.',
  );
  await expect(button(page)).toBeEnabled();
});

test('social account is signed in and redirected', async ({ page, context, hub }) => {
  await signUp(page, context, hub);
  await page.goto(`${hub.url}/chat?from=mail`);
  await expect(page).toHaveURL(/\/signin\?redirectUri=/);
  // The provider has a session and asks nothing.
  await button(page).click();
  await expect(page).toHaveURL(`${hub.url}/chat?from=mail`);
});

test('browser without pop-ups completes the social sign-in', async ({ page, context, hub }) => {
  await signUp(page, context, hub);
  await page.addInitScript(() => Object.assign(window, { open: () => null }));
  await page.goto(`${hub.url}/chat?from=mail`);
  await expect(page).toHaveURL(/\/signin\?redirectUri=/);
  await button(page).click();
  await expect(page).toHaveURL(`${hub.url}/chat?from=mail`);
});

test('closed window or refusal changes nothing', async ({ page, context, hub }) => {
  await page.goto(`${hub.url}/signin`);
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody@example.org');
  const popup = await openWindow(context, page);
  await expect(popup.getByPlaceholder(/login/i)).toBeVisible();
  await popup.close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('Continue in the Google window.')).toHaveCount(0);

  const again = await openWindow(context, page);
  const closed = again.waitForEvent('close');
  await again.getByRole('link', { name: /cancel/i }).click();
  await closed;
  await expect(button(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('somebody@example.org');
});

test('unreachable provider shows an error and way back', async ({ page, context, hub, provider }) => {
  await provider.remove();
  const reports = await recordErrorReports(page);
  await page.goto(`${hub.url}/signin`);
  const popup = await openWindow(context, page);
  await expect(page.getByRole('alert')).toContainText('Mentor Hub is not available right now');
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect.poll(() => reports).toEqual(['unavailable']);
});

test('unrequested callback ends at the sign-in', async ({ page, hub }) => {
  const reports = await recordErrorReports(page);
  await page.goto(`${hub.url}/signin/social?code=stolen&state=page.aaaaaaaaaaaaaaaaaaaaaaaa`);
  await expect(page).toHaveURL(`${hub.url}/signin`);
  await expect(page.getByRole('alert')).toContainText('We could not sign you in with that account.');
  await expect.poll(() => reports).toEqual(['social_failed 4xx']);
});

/** Creates Lena's account over HTTP like the sign-up pages, and leaves her signed out. */
async function signUp(page: Page, context: BrowserContext, hub: Hub): Promise<void> {
  await page.goto(`${hub.url}/signin`);
  const answer = page.waitForResponse(/social\/finish/);
  await agree(await openWindow(context, page), LENA);
  const { token } = await (await answer).json();
  const projects = await (await page.request.get(`${hub.url}/api/v3/project-list/`)).json();
  const made = await page.request.post(`${hub.url}/api/v2/users/signup/`, {
    data: {
      role: 'Mentee',
      firstName: 'Lena',
      lastName: 'Vogt',
      phoneNumber: '0151 2345678',
      project: Object.keys(projects.data.projects)[0],
      newPrimaryLanguage: 'en',
      declaration: true,
      provider: 'google',
      token,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { accessToken } = await made.json();
  await page.request.post(`${hub.url}/api/v2/users/agreement/`, {
    data: { hasAgreedTerms: true },
    headers: { authorization: `Bearer ${accessToken}` },
  });
  await page.request.post(`${hub.url}/api/v2/users/sign-out/`);
}
