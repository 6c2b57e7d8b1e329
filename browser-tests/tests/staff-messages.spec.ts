import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { clickAtEnd, expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

/** Mentees have no chat. */
const PROGRAMMES = `programmes:
  - key: riverside
    name: Riverside Youth Mentoring
    time_zone: Europe/London
    experiences:
      mentor: {chattype: use, mentorship_chat: use}
      mentee: {session: show}
`;

test('a mentee asks the team on a phone, and one of two tabs answers', async ({ tom, sam }) => {
  const { page: phone } = tom;
  const { page } = sam;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/moreinfo/faq');
  await phone.getByRole('link', { name: 'Write to the programme team' }).click();
  await expect(phone.getByRole('heading', { name: 'Programme team' })).toBeVisible();
  await expect(
    phone.getByText(
      'The people who run your programme read and answer here, by the end of the next working day.',
    ),
  ).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await phone.getByRole('textbox', { name: /message/i }).fill('Can I bring a friend?');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Can I bring a friend?').last()).toBeVisible();

  await page.goto('/staff');
  await page.getByRole('link', { name: '1 person waits for an answer' }).click();
  await expect(page).toHaveURL(/\/staff\/messages\?state=waiting$/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: TOM }).click();
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('You take care of this.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // A question that comes meanwhile appears, and waits.
  await page.getByRole('textbox', { name: /^Your message/ }).fill('Yes, bring one friend.');
  await phone.getByRole('textbox', { name: /message/i }).fill('Or two?');
  await phone.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Or two?')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Nothing waits for an answer.')).toBeVisible();
  await expect(phone.getByText('Yes, bring one friend.').last()).toBeVisible();
  await expect(page.getByText(/^Read /)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('textbox', { name: 'New note' }).fill('Likes parties');
  await clickAtEnd(page, page.getByRole('button', { name: 'Add note' }));
  await expect(page.getByText('Likes parties')).toBeVisible();
  await expectNoOverflow(page, 'the conversation on a phone');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'About this person' }).click();
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('Likes parties')).toBeVisible();
});

test('a mentee without chat is asked, and answers in Arabic', async ({ hub, tom, sam }) => {
  const folder = await mkdtemp(join(tmpdir(), 'mentorhub-content-'));
  await writeFile(join(folder, 'programmes.yaml'), PROGRAMMES);
  await hub.command('content', 'import', folder);
  await rm(folder, { recursive: true });
  const { page } = sam;
  const { page: phone } = tom;
  await page.goto('/staff/people?q=rivera');
  await page.getByRole('link', { name: TOM }).click();
  await page.getByRole('link', { name: 'Write a message' }).click();
  await page.getByRole('combobox', { name: 'Insert a text' }).selectOption('meeting');
  await expect(page.getByRole('textbox', { name: /^Your message/ })).toHaveValue(/^Hi Tom, shall we talk/);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log').getByText('Hi Tom, shall we talk')).toBeVisible();

  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/');
  await phone.getByRole('link', { name: 'Read it' }).click();
  await expect(phone.getByText('Hi Tom, shall we talk').last()).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await phone.setViewportSize({ width: 1280, height: 800 });
  await phone.goto('/');
  await phone.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/chat/messenger');
  await expect(phone).toHaveURL(/\/team\?channel=/);
  await expect(phone.getByRole('heading', { name: 'فريق البرنامج', level: 2 })).toBeVisible();
  await expectNoOverflow(phone, 'the team in Arabic');
  expect(await violations(phone)).toEqual([]);
  await phone.getByRole('textbox').last().fill('نعم، غدًا');
  await phone.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('نعم، غدًا')).toBeVisible();
  await page.getByRole('button', { name: 'Needs no answer' }).click();
  await page.getByRole('button', { name: 'Let it wait again' }).click();
  await expect(page.getByRole('button', { name: 'Needs no answer' })).toBeFocused();
});
