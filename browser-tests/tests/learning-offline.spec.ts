import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { addSession, button, card, heading, link, TITLE } from '../harness/learning';
import { expect, test } from '../harness/test';

test.use({ serviceWorkers: 'allow' });

test('steps and quizzes done without a network are sent once, in order', async ({ hub, actor }) => {
  await addSession(hub);
  const { page, context } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  // The quiz and its page come with the step.
  await page.waitForLoadState('networkidle');
  // An attempt may begin before the network is back and succeed after it: answers count, not requests.
  const accepted: string[] = [];
  page.on('response', (response) => {
    const [name] = /step-complete|save-answer/.exec(response.url()) ?? [];
    if (name !== undefined && response.ok()) accepted.push(name);
  });
  await context.setOffline(true);
  await button(page, 'Next').click();
  await expect(page.getByText('1 entry is waiting for a connection.')).toBeVisible();
  await link(page, 'Take the quiz').click();
  await page.getByLabel('Reef').check();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(page.getByText('2 entries are waiting for a connection.')).toBeVisible();
  await expect(page.getByText('Submitted')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await link(page, 'See your answers').click();
  await expect(heading(page, 'Your answers are waiting for a connection')).toBeVisible();
  await expect(page.getByText('Reef your answer')).toBeVisible();
  await expect(button(page, 'Submit')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await link(page, 'Continue').click();
  await link(page, 'Close the session').click();
  await expect(page.getByText('completed', { exact: true })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('for a connection')).toHaveCount(0);
  await expect.poll(() => accepted).toEqual(['step-complete', 'save-answer']);
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
  await expect(page.getByText('1 entry is waiting for a connection.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 entry is waiting for a connection.')).toBeVisible();
  await link(page, 'Take the quiz').click();
  await page.getByLabel('Reef').check();
  await button(page, 'Next').click();
  await button(page, 'Submit').click();
  await expect(page.getByText('2 entries are waiting for a connection.')).toBeVisible();
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
  await expect(page.getByText('for a connection')).toHaveCount(0);
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
  await expect(page.getByText('1 entry is waiting')).toBeVisible();
  const refused = { code: 'step_order', message: 'No.' };
  await page.route('**/step-complete/', (route) => route.fulfill({ status: 409, json: refused }));
  await context.setOffline(false);
  await expect(page.getByText(`“${TITLE}” could not be saved: Please complete the steps`)).toBeVisible();
  await expect(page.getByText('once the steps before it are done')).toBeVisible();
  await button(page, 'Understood').click();
  await expect(page.getByText('could not be saved')).toHaveCount(0);
});

test('sign-out offers to send what waits, and deletes it on demand', async ({ hub, actor }) => {
  await addSession(hub);
  const { page } = await actor('tom', hub);
  await page.goto('/session/sessionintroduction/knots');
  await button(page, 'Start').click();
  await expect(heading(page, 'What a knot does')).toBeFocused();
  await page.route('**/step-complete/', (route) => route.abort());
  await button(page, 'Next').click();
  await expect(page.getByText('1 entry is waiting')).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await button(page, 'Sign Out').click();
  await expect(page.getByText('Signing out deletes them')).toBeVisible();
  const failed = page.waitForEvent('requestfailed');
  await button(page, 'Send and sign out').click();
  await failed;
  await expect(page.getByText('The answers could not be sent.')).toBeAttached();
  await button(page, 'Delete and sign out').click();
  await expect(page).toHaveURL(/\/signin/);
  const count = () =>
    page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('mentor-hub-waiting');
          opening.onerror = reject;
          opening.onsuccess = () => {
            const counting = opening.result.transaction('waiting').objectStore('waiting').count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  expect(await count()).toBe(0);
});
