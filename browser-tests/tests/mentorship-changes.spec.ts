import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

test.use({ serviceWorkers: 'allow' });

test('owner publishes a badge, strangers check it, and staff take it back', async ({
  hub,
  actor,
  browser,
}) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  const rewards = page.getByRole('region', { name: 'Rewards' });
  await rewards.getByRole('button', { name: 'Share the badge for Getting to know each other' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share your badge' });
  await expect(dialog).toContainText('Nothing is public until you share it.');
  await expect(dialog).toContainText('We only show names of adults.');
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link to your badge').inputValue();
  expect(await violations(page)).toEqual([]);

  // Signed out, in another language.
  const stranger = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  const answer = await stranger.goto(link);
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow');
  await expect(stranger.getByRole('main')).toContainText('Dieses Abzeichen ist gültig.');
  await expect(stranger.getByRole('main')).not.toContainText('Rivera');
  expect(await violations(stranger)).toEqual([]);
  const download = stranger.waitForEvent('download');
  await stranger.getByRole('link', { name: 'Bild herunterladen' }).click();
  expect((await download).suggestedFilename()).toMatch(/^(gold|silver|bronze)-badge\.png$/);

  // Of age, with the name: another link.
  await hub.command('person', 'set', ACCOUNTS.tom, '--birth-month', '1999-05');
  await page.reload();
  await rewards.getByRole('button', { name: 'Share the badge for Getting to know each other' }).click();
  await dialog.getByRole('checkbox', { name: 'Show my name on it' }).check();
  await expect(dialog).toContainText('The link that you shared before will stop working.');
  await dialog.getByRole('button', { name: 'Create new link' }).click();
  const named = await dialog.getByLabel('Link to your badge').inputValue();
  expect(named).not.toBe(link);
  await stranger.reload();
  await expect(stranger.getByRole('main')).toContainText('Dieses Abzeichen wird nicht geteilt');
  await stranger.goto(named);
  await expect(stranger.getByRole('main')).toContainText('Tom Rivera');

  const [mentorship = ''] = /[0-9a-f-]{36}(?= {2}pair)/.exec(await hub.command('mentorship', 'list')) ?? [];
  const badges = await hub.command('mentorship', 'badges', mentorship);
  const own = badges
    .split('\n')
    .find((line) => line.includes(ACCOUNTS.tom) && line.includes('getting-to-know'));
  await hub.command('mentorship', 'revoke-badge', own?.slice(0, 36) ?? '', '--reason', 'By mistake');
  await stranger.reload();
  await expect(stranger.getByRole('main')).toContainText('Dieses Abzeichen ist nicht mehr gültig.');
  await expect(stranger.getByRole('main')).not.toContainText('By mistake');
  await stranger.context().close();
});

test('mentor pauses a mentorship, and takes it back', async ({ hub, actor }) => {
  const [mentor, mentee] = [(await actor('maya', hub)).page, (await actor('tom', hub)).page];
  await mentor.goto(`${hub.url}/mentorship`);
  await mentee.goto(`${hub.url}/mentorship`);
  const program = (page: typeof mentor) => page.getByRole('region', { name: 'Your programme' });
  const deadline = mentee.getByRole('listitem').filter({ hasText: 'complete by' }).first();
  const before = await deadline.textContent();
  await expect(program(mentee).getByRole('button')).toHaveCount(0);

  await program(mentor).getByRole('button', { name: 'Pause this mentorship' }).click();
  const form = program(mentor).getByRole('form', { name: 'Pause this mentorship' });
  const typed = await form.getByLabel('Last day').inputValue();
  await form.getByLabel('Last day').fill('2020-01-01');
  await form.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('A pause cannot end before it begins.');
  expect(await violations(mentor)).toEqual([]);
  await form.getByLabel('Last day').fill(typed);
  await form.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(program(mentor)).toContainText('Pause from');
  // The other page follows at once.
  await expect(program(mentee)).toContainText('Pause from');
  await expect(deadline).not.toHaveText(before ?? '');
  await program(mentor).getByRole('button', { name: 'Take back' }).click();
  await expect(program(mentee)).not.toContainText('Pause from');
  await expect(deadline).toHaveText(before ?? '');
});

test('person hides the own streak', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  const card = page.getByRole('region', { name: 'Calendar' });
  await expect(card).toContainText('Weeks in a row');
  await card.getByRole('button', { name: 'Hide my streak' }).click();
  await expect(card).not.toContainText('Weeks in a row');
  await page.reload();
  await expect(card.getByRole('button', { name: 'Show my quiz streak' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Show my quiz streak' }).click();
  await expect(card).toContainText('Weeks in a row');
});

test('mentorship that was opened before can be read without a network', async ({ hub, actor }) => {
  const { page, context } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  const circle = page.getByRole('link', { name: 'Tuesday circle' });
  await circle.click();
  await expect(page.getByRole('region', { name: 'your group' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Calendar' })).toContainText('No events are planned.');
  // A new page knows nothing of the sessions of the circle by itself.
  await page.goto(`${hub.url}/mentorship`);
  await expect(page.getByRole('region', { name: 'your mentor' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await circle.click();
  await expect(page.getByRole('region', { name: 'your group' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Calendar' })).toContainText('No events are planned.');
  await context.setOffline(false);
});

test('step without a network reaches the partner later', async ({ hub, actor }) => {
  const [mentor, mentee] = [(await actor('maya', hub)).page, await actor('tom', hub)];
  const { page, context } = mentee;
  await page.goto(`${hub.url}/mentorship`);
  await page.getByRole('link', { name: 'Where I want to go' }).click();
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page).toHaveURL(/\/summary$/);
  const summary = page.url();
  await mentor.goto(summary);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByText('Step 1 of')).toBeVisible();
  await expect(mentor.getByText('opened by Tom Rivera')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1 entry is waiting for a connection.')).toBeVisible();
  await expect(page.getByText('Step 2 of')).toBeVisible();
  const visited = page.waitForResponse(/step-visit/);
  await context.setOffline(false);
  await expect(page.getByText('for a connection')).toHaveCount(0);
  await visited;
  await page.goto(summary);
  await expect(page.getByRole('listitem').first()).toContainText('done');
  await expect(mentor.getByText('opened by Tom Rivera')).toHaveCount(2);
});

test('cards of the programme are on the mentorship page', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  const cards = page.getByRole('region', { name: 'Ideas for your next meeting' });
  await expect(cards.getByRole('listitem').first()).toContainText('Choose one small thing');
});

test('mentorship that has not begun says what is missing', async ({ hub, actor }) => {
  const { page } = await actor('ines', hub);
  await page.goto(hub.url);
  await page.getByRole('banner').getByRole('link', { name: 'Mentorship' }).click();
  await expect(page.getByText('A survey is waiting for you.')).toBeVisible();
  const way = page.getByRole('region', { name: 'Your way to a mentorship' });
  await expect(way.getByRole('listitem').first()).toContainText(/of \d surveys? taken/);
  expect(await violations(page)).toEqual([]);
  await way.getByRole('link', { name: 'To the surveys' }).click();
  await expect(page).toHaveURL(/\/surveylisting/);
});

test('messages stay clear of the buttons of a step', async ({ hub, actor }) => {
  const { page } = await actor('maya', hub);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${hub.url}/mentorship`);
    await page.getByRole('link', { name: 'Our agreement' }).click();
    // The next step at the head of the page before is named as well.
    await expect(page).toHaveURL(/sessionintro/);
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/summary$/);
    await page.getByRole('link', { name: 'Continue' }).click();
    // Fails if another element covers the button.
    await page.getByRole('button', { name: 'Next' }).click({ trial: true });
  }
});
