import { ACCOUNTS } from '../harness/accounts';
import { addSession, button, heading, KNOTS, link, TITLE } from '../harness/learning';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

/** A job asks people every few seconds. */
const ASKING_MS = scaled(75_000);

/** The knots of the learning hub, as a session of mentorships. */
const TOGETHER = KNOTS.replace('audience: learning_hub', 'audience: mentorship');

test('June of a coordinator: the last survey, a wrong key, the summer and its party', async ({
  hub,
  tom,
  sam,
}) => {
  const { page } = sam;
  const { page: mentee } = tom;
  const dialog = page.getByRole('dialog');
  await addSession(hub);
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');

  await test.step('everyone is asked how it was, and the request can be followed', async () => {
    await page.goto('/staff/surveys/new');
    await page.getByLabel('Survey', { exact: true }).selectOption({ label: 'How it was' });
    await page.getByRole('button', { name: /^Ask \d+ people$/ }).click();
    await dialog.getByRole('button', { name: 'Ask now' }).click();
    await expect(page.getByRole('heading', { name: 'How it was', level: 1 })).toBeVisible();
  });

  await test.step('a mentee fails a quiz whose key is wrong, and is right afterwards', async () => {
    await mentee.goto('/session/sessionintroduction/knots');
    await button(mentee, 'Start').click();
    await button(mentee, 'Next').click();
    await link(mentee, 'Take the quiz').click();
    await mentee.getByLabel('Granny').check();
    await button(mentee, 'Next').click();
    await button(mentee, 'Submit').click();
    await expect(heading(mentee, '0 of 1 scored questions correct')).toBeVisible();
    await page.goto('/staff/content');
    await link(page, TITLE).click();
    await page.getByRole('button', { name: 'Correct the answer key: Which knot holds?' }).click();
    await dialog.getByLabel('Granny').check();
    await expect(dialog.getByText('The answer of 1 person counts as right now.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await expect(dialog).toBeHidden();
    await expect(heading(mentee, '1 of 1 scored questions correct')).toBeVisible();
    await expect(mentee.getByText(/^The answer key of this quiz was corrected on/)).toBeVisible();
  });

  await test.step('running pairs get a session for the summer', async () => {
    await addSession(hub, TOGETHER.replace('key: knots', 'key: summer-knots'), 'summer-knots');
    await page.goto('/staff/programme');
    await page.getByRole('button', { name: 'Change: Sessions of mentorships' }).click();
    await dialog.getByLabel('What comes in addition?').selectOption({ label: TITLE });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/running mentorships? gets? “Knots/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Yes, change it' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('calls rest over the holidays, once it is clear whom that affects', async () => {
    await page.getByRole('button', { name: 'Change: Quiet times' }).click();
    await dialog.getByRole('button', { name: 'Add: Once' }).click();
    const year = new Date().getFullYear();
    await dialog.locator('input[type=datetime-local]').first().fill(`${year}-01-01T00:00`);
    await dialog
      .locator('input[type=datetime-local]')
      .last()
      .fill(`${year + 1}-08-31T23:00`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/It counts at once, for \d+ people\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Yes, change it' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('one programme is invited to the party, in three languages', async () => {
    await page.goto('/staff/announcements');
    await page.getByRole('button', { name: 'Write an announcement' }).click();
    for (const [language, title, text] of [
      ['English', 'Summer party', 'Come at 4 pm.'],
      ['Deutsch', 'Sommerfest', 'Kommt um 16 Uhr.'],
      ['العربية', 'حفلة الصيف', 'تعالوا في الرابعة.'],
    ] as const) {
      const group = page.getByRole('group', { name: language });
      await group.getByLabel('Title').fill(title);
      await group.getByLabel('Text').fill(text);
    }
    await expect(page.getByText(/^Missing: /)).toBeHidden();
    await expect(page.getByText(/^Reaches \d+ people now/)).toBeVisible();
    await page.getByRole('button', { name: 'Send …' }).click();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByRole('heading', { name: 'Summer party', level: 1 })).toBeVisible();
    await mentee.goto('/feed');
    await expect(mentee.getByRole('link', { name: 'Summer party' })).toBeVisible();
  });

  await test.step('the year is a report to print', async () => {
    await page.goto('/staff/outcomes');
    await page.getByRole('button', { name: 'Make a report' }).click();
    await dialog.getByRole('radio', { name: 'This school year' }).check();
    await dialog.getByRole('button', { name: 'Make the report' }).click();
    const way = page.getByRole('table', { name: 'The way through the programme' });
    await expect(way.getByRole('row', { name: /^Signed up/ })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('those who have not sent the survey are reminded', async () => {
    await page.goto('/staff/surveys');
    await page.getByRole('table').getByRole('link', { name: 'How it was' }).click();
    await expect(page.getByRole('button', { name: 'Remind now' })).toBeVisible({ timeout: ASKING_MS });
    await page.getByRole('button', { name: 'Remind now' }).click();
    await dialog.getByRole('button', { name: 'Remind now' }).click();
    await expect(page.getByText('Everyone who has not sent it is reminded today.')).toBeVisible();
  });
});
