import { MAYA } from '../harness/actor';
import { violations } from '../harness/axe';
import { registered, subscribeAt, test } from '../harness/push';
import { expect } from '../harness/test';

const SETTINGS = '/learninghub?dialog=notifications';

test('push is turned off and on for this device', async ({ tom, pushes }) => {
  const { page } = tom;
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const first = registered(page);
  await page.goto('/');
  await first;
  await page.getByRole('button', { name: 'Account of Tom' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByText('Notifications are on')).toBeVisible();
  const removed = registered(page);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  expect((await removed).request().method()).toBe('DELETE');
  await expect(dialog.getByText('Notifications are off')).toBeVisible();

  // Permission remains, but the device is not registered again.
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('register-device')) requests.push(request.method());
  });
  await tom.openMessenger();
  await expect(tom.channel(MAYA)).toBeVisible();
  await page.goto(SETTINGS);
  await expect(dialog.getByText('Notifications are off')).toBeVisible();
  expect(requests).toEqual([]);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('Notifications are on')).toBeVisible();
  expect(requests).toEqual(['POST']);
});

test('blocked notifications are explained', async ({ tom: { page } }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto(SETTINGS);
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByText('Your browser blocks notifications')).toBeVisible();
  await expect(dialog.getByText(/allow notifications/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
});

test('quiet hours and mails are saved for all devices', async ({ tom, actor, hub }) => {
  const { page } = tom;
  await page.goto(SETTINGS);
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Pause notifications every day' }).check();
  await expect(dialog.getByText('Time zone: Europe/London.', { exact: false })).toBeVisible();
  await dialog.getByLabel('From').fill('07:00');
  await save.click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose two different times.');
  await dialog.getByLabel('From').fill('22:30');
  await dialog.getByRole('combobox', { name: 'Email about unread messages' }).selectOption('After 4 hours');
  expect(await violations(page)).toEqual([]);
  await save.click();
  await expect(page.getByText('Your settings are saved.')).toBeVisible();
  await expect(save).toBeDisabled();

  const other = await actor('tom', hub);
  await other.page.goto(SETTINGS);
  const there = other.page.getByRole('dialog', { name: 'Notifications' });
  await expect(there.getByLabel('From')).toHaveValue('22:30');
  await expect(there.getByLabel('To', { exact: true })).toHaveValue('07:00');
  await expect(there.getByRole('combobox', { name: 'Email about unread messages' })).toHaveValue('4');
});

test('link in a mail asks before it turns mails off', async ({ page, hub }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await page.goto(`${hub.url}/stopmails?token=forged`);
  await expect(page.getByRole('heading', { name: 'No more emails about unread messages?' })).toBeVisible();
  expect(posts).toEqual([]);
  await page.getByRole('button', { name: 'Turn emails off' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link does not work. Please open it from the email again.',
  );
  expect(await violations(page)).toEqual([]);
  await page.route('**/stop-mails/**', (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Turn emails off' }).click();
  await expect(page.getByRole('heading', { name: 'The emails are off' })).toBeVisible();
});
