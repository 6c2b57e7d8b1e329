import { violations } from '../harness/axe';
import { sentMails } from '../harness/http';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('a mentee asks for a correction on a phone and reads the answer', async ({ tom, maya, sam, hub }) => {
  const { page: phone } = tom;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/learninghub?dialog=data');
  const own = phone.getByRole('dialog', { name: 'My data' });
  await own.getByRole('radio', { name: /^A correction/ }).check();
  await own.getByLabel('What is wrong, and what is right?').fill('I am called Tomas, not Tom.');
  await expectNoOverflow(phone, 'my data');
  expect(await violations(phone)).toEqual([]);
  // Nothing typed is lost.
  await own.getByRole('button', { name: 'Close' }).click();
  await own.getByRole('button', { name: 'Keep editing' }).click();
  await own.getByRole('button', { name: 'Send the request' }).click();
  await expect(own.getByText(/^We answer by/)).toBeVisible();
  await expect(own.getByRole('radio', { name: /^A correction/ })).toBeHidden();

  const { page } = sam;
  await page.goto('/staff');
  await page.getByRole('link', { name: '1 person asks about their data' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Tom Rivera' }).click();
  const section = page.getByRole('region', { name: 'Requests about their data' });
  await expect(section.getByText('I am called Tomas, not Tom.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: 'Correct the name or email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Tomas');
  await dialog.getByLabel('What did you check?').fill('Passport, seen on paper');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tomas Rivera', level: 1 })).toBeVisible();
  await section.getByRole('button', { name: 'Close as done' }).click();
  await dialog.getByLabel('What should they read?').fill('Thank you for telling us!');
  await dialog.getByRole('button', { name: 'Close as done' }).click();
  await expect(section.getByText(/^Done on/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the page of a person');

  // Tom reads it without a reload, and others see the name.
  await expect(own.getByText(/^Done on/)).toBeVisible();
  await expect(own.getByText('Thank you for telling us!')).toBeVisible();
  await maya.page.goto('/chat');
  await expect(maya.page.getByText('Tomas Rivera').first()).toBeVisible();
  await expect
    .poll(async () =>
      (await sentMails(page.request, hub.url))
        .filter(({ to }) => to === 'tom.mentee@example.org')
        .map(({ subject }) => subject),
    )
    .toEqual(
      expect.arrayContaining([
        'We have received your request',
        'Your name on Mentor Hub was corrected',
        'The answer to your request',
      ]),
    );
});
