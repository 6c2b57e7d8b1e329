import type { Page } from '@playwright/test';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

/** A day of the next month, far enough for every rule of the calendar. */
function dayOfNextMonth(day: number): string {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth() + 1, day, 12);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const card = (page: Page) => page.getByRole('region', { name: 'Calendar' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function fillEvent(page: Page, title: string, time: string): Promise<void> {
  const form = dialog(page, 'Add event');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Yes').check();
  await form.getByLabel('Date and time').fill(time);
}

test('pair shares a calendar', async ({ hub, actor }) => {
  const [mentor, mentee] = [(await actor('maya', hub)).page, (await actor('tom', hub)).page];
  const day = dayOfNextMonth(12);
  await mentor.goto(`${hub.url}/mentorship`);
  await mentee.goto(`${hub.url}/mentorship`);
  await expect(card(mentor)).toContainText('No events are planned.');
  await expect(card(mentor)).toContainText('Take 3 quizzes this week to start a streak.');

  await card(mentee).getByRole('button', { name: 'Open calendar' }).click();
  await expect(dialog(mentee, 'Calendar')).toBeVisible();
  expect(await violations(mentee)).toEqual([]);
  await dialog(mentee, 'Calendar').getByRole('button', { name: 'Add event' }).click();
  const form = dialog(mentee, 'Add event');
  await expect(form.getByLabel('Title')).toHaveValue('Call with Maya');
  await form.getByLabel('Title').fill('');
  await form.getByLabel('Date and time').fill('');
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form.getByText('This field is required')).toHaveCount(3);
  expect(await violations(mentee)).toEqual([]);
  await fillEvent(mentee, 'First call', `${day}T18:00`);
  // Neither Escape nor a click beside the dialog loses what is typed.
  await mentee.keyboard.press('Escape');
  await mentee.mouse.click(3, 3);
  await form.getByLabel('Session').selectOption({ label: 'Getting to know each other' });
  await form.getByRole('button', { name: 'Create event' }).click();
  const panel = dialog(mentee, 'Calendar');
  await expect(panel.getByRole('listitem').filter({ hasText: 'First call' })).toContainText('added by you');
  await expect(panel.getByRole('button', { name: /12.*, 1 event/ })).toHaveAttribute('aria-pressed', 'true');

  // The other page follows at once.
  await expect(card(mentor)).toContainText('First call');
  await expect(card(mentor)).toContainText(/\w{3}, 12 \w{3}, \d{4}, 06:00 pm/);
  await mentor.goto(mentee.url());
  const shared = dialog(mentor, 'Calendar').getByRole('listitem').filter({ hasText: 'First call' });
  await expect(shared).toContainText('added by Tom Rivera');

  // Both edit it: the second one sees what the first one stored, and chooses.
  await panel.getByRole('button', { name: 'Edit First call' }).click();
  await dialog(mentor, 'Calendar').getByRole('button', { name: 'Edit First call' }).click();
  await dialog(mentor, 'Edit event').getByLabel('Title').fill('Our call');
  await dialog(mentor, 'Edit event').getByRole('button', { name: 'Confirm changes' }).click();
  await expect(dialog(mentor, 'Calendar')).toBeVisible();
  const edited = dialog(mentee, 'Edit event');
  await edited.getByLabel('Description').fill('Bring your questions');
  await edited.getByRole('button', { name: 'Confirm changes' }).click();
  await expect(edited.getByRole('alert')).toContainText('It is now “Our call”');
  expect(await violations(mentee)).toEqual([]);
  await edited.getByRole('button', { name: 'Show that version' }).click();
  await expect(edited.getByLabel('Title')).toHaveValue('Our call');
  await edited.getByLabel('Description').fill('Bring your questions');
  await edited.getByRole('button', { name: 'Confirm changes' }).click();
  await expect(dialog(mentor, 'Calendar').getByRole('listitem')).toContainText(['Bring your questions']);

  // Maya deletes it while Tom edits it: what he typed stays.
  await dialog(mentee, 'Calendar').getByRole('button', { name: 'Edit Our call' }).click();
  await edited.getByLabel('Title').fill('Our second call');
  await dialog(mentor, 'Calendar').getByRole('button', { name: 'Edit Our call' }).click();
  await dialog(mentor, 'Edit event').getByRole('button', { name: 'Delete event' }).click();
  await dialog(mentor, 'Edit event').getByRole('alert').getByRole('button', { name: 'Delete event' }).click();
  await expect(dialog(mentor, 'Calendar')).toContainText('Nothing is planned on this day.');
  await expect(edited).toContainText('Someone has deleted this event in the meantime.');
  await edited.getByRole('button', { name: 'Create it again' }).click();
  await expect(dialog(mentor, 'Calendar')).toContainText('Our second call');
});

test('calendar is used by keyboard, and its address leads back', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship?calendar=2026-03-05`);
  const panel = dialog(page, 'Calendar');
  await panel.getByRole('button', { name: /\b5 March 2026/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/calendar=2026-03-13/);
  await expect(panel.getByRole('button', { name: /13 March 2026/ })).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(panel.getByRole('heading', { name: 'April 2026' })).toBeVisible();

  // Deadlines lead to their session.
  await panel.getByRole('button', { name: 'Today' }).click();
  await panel.getByRole('button', { name: 'Next month' }).click();
  await panel.getByRole('region', { name: 'Complete by' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/sessionintro$/);
  await page.goBack();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog(page, 'Add event')).toBeVisible();
  await page.goBack();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.goto(`${hub.url}/mentorship?calendar=2026-03-05&event=01a20b66-7453-757f-b799-5d7f3ebb6d3c`);
  await expect(panel).toContainText('This event no longer exists.');
});

test('pair finds a time, and phones subscribe', async ({ hub, actor }) => {
  const [mentor, mentee] = [(await actor('maya', hub)).page, (await actor('tom', hub)).page];
  for (const page of [mentor, mentee]) {
    await page.goto(`${hub.url}/mentorship?calendar=${dayOfNextMonth(3)}&event=new`);
    const form = dialog(page, 'Add event');
    await form.getByText('Find a time').click();
    for (const day of ['Wednesday', 'Thursday']) {
      await form.getByRole('checkbox', { name: day }).check();
    }
    await form.getByRole('group', { name: 'Thursday' }).getByLabel('To').fill('16:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText('Each time needs a beginning and a later end.');
    await form.getByRole('group', { name: 'Thursday' }).getByLabel('To').fill('21:00');
    await form.getByRole('button', { name: 'Save' }).click();
    if (page === mentor) {
      await expect(form).toContainText('No times yet from Tom Rivera.');
      await form.getByRole('link', { name: 'Ask Tom' }).click();
      const composer = page.getByRole('textbox', { name: /^Message / });
      await expect(composer).toHaveValue(/^Could you enter when you usually have time\?/);
    }
  }
  const form = dialog(mentee, 'Add event');
  // The first begins later when less than the notice remains until its day's beginning.
  const times = form.getByRole('button', { name: /, \d\d:[03]0 pm$/ });
  await expect(times).toHaveCount(3);
  await expect(times.nth(2)).toHaveAccessibleName(/, 05:00 pm$/);
  await times.nth(2).click();
  await expect(form.getByLabel('Date and time')).toHaveValue(/T17:00$/);
  expect(await violations(mentee)).toEqual([]);
  await form.getByLabel('Title').fill('Mentoring call');
  await form.getByLabel('Yes').check();
  await form.getByRole('button', { name: 'Create event' }).click();

  const panel = dialog(mentee, 'Calendar');
  await panel.getByText('Show it in your phone’s calendar').click();
  await panel.getByRole('button', { name: 'Create link' }).click();
  const link = await panel.getByLabel('Secret link').inputValue();
  expect(await violations(mentee)).toEqual([]);
  const feed = await mentee.request.get(link);
  expect(feed.status()).toBe(200);
  expect(await feed.text()).toContain('SUMMARY:Mentoring call');
  await panel.getByRole('button', { name: 'Turn the link off' }).click();
  await expect(panel.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await mentee.request.get(link)).status()).toBe(404);
});

test('calendar reads from the right in Arabic, on a phone', async ({ hub, actor }) => {
  const { page } = await actor('tom', hub);
  await page.goto(`${hub.url}/mentorship`);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'فتح التقويم' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const panel = dialog(page, 'التقويم');
  await expect(panel).toBeVisible();
  await expect.poll(() => panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'إضافة موعد' }).click();
  await expect(dialog(page, 'إضافة موعد')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
