import { ACCOUNTS } from '../harness/accounts';
import { violations } from '../harness/axe';
import { tabTo } from '../harness/keyboard';
import { expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('an administrator changes an answer in three languages, members read it, and it is set back', async ({
  hub,
  sam,
  tom,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');
  await page.goto('/staff/content/texts');
  await expect(page.getByRole('heading', { level: 1, name: 'Texts' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search in all languages' }).fill('verpetzt');
  await expect(page.getByRole('link', { name: 'You and your mentor' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the list of texts');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'You and your mentor' }).click();

  const field = (language: string) =>
    page
      .getByRole('region', { name: 'Question 1', exact: true })
      .getByRole('textbox', { name: `Answer, ${language}` });
  await expect(field('English')).toHaveValue(/decide together/);
  expect(await violations(page)).toEqual([]);
  const before = await field('English').inputValue();

  // By keyboard, with the preview that shows it as members read it.
  await field('English').focus();
  await tabTo(page, page.getByRole('button', { name: 'Preview: Question 1 · Answer' }));
  await page.keyboard.press('Enter');
  await field('English').fill('**Every week** is a good beginning.');
  await field('Deutsch').fill('**Jede Woche** ist ein guter Anfang.');
  await field('العربية').fill('**كل أسبوع** بداية جيدة.');
  const preview = page.getByRole('region', { name: 'Preview: Question 1 · Answer, English' });
  await expect(preview.getByText('Every week')).toBeVisible();
  await expect(page.getByText('Not saved yet. This tab keeps it.')).toBeVisible();
  await page.reload();
  await expect(field('Deutsch')).toHaveValue(/Jede Woche/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the texts of a topic');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // What cannot hold is named at its field.
  await field('Deutsch').fill('<b>Jede Woche</b>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('HTML is not allowed in texts.')).toBeVisible();
  await expect(field('Deutsch')).toBeFocused();
  await field('Deutsch').fill('**Jede Woche** ist ein guter Anfang.');

  // A colleague saves the same answer meanwhile, in another tab.
  const other = await page.context().newPage();
  await other.goto('/staff/content/texts/topic/mentoring');
  const theirs = other
    .getByRole('region', { name: 'Question 1', exact: true })
    .getByRole('textbox', { name: 'Answer, English' });
  await theirs.fill('Twice a month.');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('Nothing is unsaved.')).toBeVisible();
  await other.close();
  const keep = page.getByRole('button', { name: 'Keep mine' });
  await page.reload();
  await expect(keep).toBeVisible();
  await expect(page.getByRole('alert').getByText('Twice a month.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await keep.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing is unsaved.')).toBeVisible();

  await tom.page.goto('/moreinfo/faq#how-often');
  await expect(tom.page.getByText('is a good beginning.')).toBeVisible();

  // Set back: the earlier text is in the field, and saving it is a change like others.
  const history = page.getByRole('region', { name: 'Earlier changes' });
  await expect(history.locator('ins', { hasText: 'good beginning' }).first()).toBeVisible();
  await history
    .getByRole('button', { name: /^Set back/ })
    .last()
    .click();
  await expect(field('English')).toHaveValue(before);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing is unsaved.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await tom.page.reload();
  await expect(tom.page.getByText('You and your mentor decide together.')).toBeVisible();
});

test('a typing error in a document asks no one, and a new version lets people agree again', async ({
  hub,
  sam,
  tom,
}) => {
  const { page } = sam;
  await hub.command('staff', 'grant', ACCOUNTS.sam, 'administrator', '--installation');
  await page.goto('/staff/content/texts/document/4');
  const title = (language: string) => page.getByLabel(`Title, ${language}`);
  const save = async (answer: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the document' });
    await dialog.getByLabel(answer).check();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, 'the question about a document');
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await title('English').fill('Our rules');
  await title('Deutsch').fill('Unsere Regeln');
  await title('العربية').fill('قواعدنا');
  await save('Typing error (no new version)');
  await expect(page.getByText('Nothing is unsaved.')).toBeVisible();
  await tom.page.goto('/learninghub');
  await expect(tom.page).toHaveURL(/\/learninghub/);
  await title('English').fill('The rules of all of us');
  await save('New version: people agree again');
  await tom.page.goto('/learninghub');
  await expect(tom.page.getByRole('heading', { name: 'Terms and Privacy Policy' })).toBeVisible();
});
