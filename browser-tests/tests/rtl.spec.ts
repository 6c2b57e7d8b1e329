import type { Locator } from '@playwright/test';
import { CIRCLE } from '../harness/actor';
import { expectBeside, expectNoOverflow } from '../harness/layout';
import { expect, test } from '../harness/test';

test('Arabic layout is mirrored and messages keep direction', async ({ maya }) => {
  await maya.page.goto('/');
  await maya.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(maya.page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(maya.page.locator('html')).toHaveAttribute('lang', 'ar');

  await maya.page.goto('/chat/messenger');
  await expect(maya.page.locator('html')).toHaveAttribute('dir', 'rtl');
  const circle = maya.page.getByRole('button', { name: CIRCLE });
  await circle.click();
  const composer = maya.page.getByPlaceholder('اكتب رسالة');
  await expect(composer).toBeVisible();
  await expectBeside(composer, circle);
  const english = maya.page.getByRole('article').last().locator('div[dir="auto"]');
  await expect(english).toHaveCSS('direction', 'ltr');
  await expectNoOverflow(maya.page);
});

test('English line in Arabic is cut at end', async ({ maya }) => {
  await maya.page.goto('/learninghub');
  await maya.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(maya.page.locator('html')).toHaveAttribute('dir', 'rtl');
  const isSeenFromItsBeginning = (row: Locator) =>
    row.getByText(/^And @Ana/).evaluate((line) => {
      const first = document.createRange();
      first.setStart(line.firstChild as Text, 0);
      first.setEnd(line.firstChild as Text, 3);
      const word = first.getBoundingClientRect();
      const box = line.getBoundingClientRect();
      return line.scrollWidth > line.clientWidth && word.left >= box.left - 1 && word.right <= box.right + 1;
    });
  await maya.page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => isSeenFromItsBeginning(maya.page.getByRole('link', { name: CIRCLE }))).toBe(true);
  await maya.page.goto('/chat/messenger');
  await expect.poll(() => isSeenFromItsBeginning(maya.page.getByRole('button', { name: CIRCLE }))).toBe(true);
});

test('measured values keep distance from their labels', async ({ tom }) => {
  await tom.page.goto('/moreinfo/wrs');
  await tom.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
  const name = tom.page.getByRole('rowheader', { name: 'Teamwork' }).getByText('Teamwork', { exact: true });
  const score = tom.page.getByRole('row', { name: 'Teamwork' }).getByRole('cell').first();
  await expect(name).toBeVisible();
  const table = await tom.page.getByRole('table').boundingBox();
  const [left, right] = [await score.boundingBox(), await name.boundingBox()];
  if (!table || !left || !right) throw new Error('not to be seen');
  expect(right.x - (left.x + left.width), 'a gap between the columns').toBeGreaterThan(8);
  expect(right.x + right.width, 'the name stands where the line begins').toBeCloseTo(
    table.x + table.width,
    0,
  );
});

test('English names start where Arabic lines start', async ({ hub, tom }) => {
  const list = await hub.command('mentorship', 'list');
  const [, pair = ''] = /^([0-9a-f-]{36}) {2}pair/m.exec(list) ?? [];
  await hub.command('mentorship', 'end', pair, '--reason', 'moved-away');
  await tom.page.goto('/mentorship');
  await tom.page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(tom.page.locator('html')).toHaveAttribute('dir', 'rtl');
  const names = [/^Riverside Youth Mentoring, /, /^Tuesday circle$/, /^Maya Okafor$/, /مع Maya Okafor/];
  for (const name of names) {
    const text = tom.page.getByRole('main').locator('section bdi').filter({ hasText: name }).first();
    await expect(text).toBeVisible();
    const gap = () =>
      text.evaluate((element) => {
        const line = element.parentElement?.getBoundingClientRect().right ?? 0;
        return line - element.getBoundingClientRect().right;
      });
    await expect.poll(gap, String(name)).toBeCloseTo(0, 0);
  }
});
