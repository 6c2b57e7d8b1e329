import { CIRCLE } from '../harness/actor';
import { expect, test } from '../harness/test';

test('chosen day opens its first message and returns', async ({ maya }) => {
  await maya.openConversation(CIRCLE);
  const header = maya.page.locator('header').getByLabel('Jump to date').first();
  const fields = maya.page.getByRole('group', { name: /^Messages with/ }).getByLabel('Jump to date');
  await header.fill('2001-01-01');
  await expect(maya.page.getByText('This is the beginning of chat!')).toBeInViewport();
  await expect(maya.page.getByRole('article', { name: /Welcome, both of you!/ })).toBeInViewport();

  const second = fields.nth(1);
  await expect(second).toBeAttached();
  const day = await second.inputValue();
  await maya.page.getByRole('button', { name: 'Go to the newest message' }).click();
  await expect(maya.page.getByText('This is the beginning of chat!')).toHaveCount(0);
  await header.fill(day);
  const first = maya.page.locator(`[data-day="${day}"]`);
  await expect(first).toBeInViewport();

  await maya.page.getByRole('button', { name: 'Go to the newest message' }).click();
  await expect(maya.page.getByRole('button', { name: 'Go to the newest message' })).toHaveCount(0);
});

test('the calendar opens by keyboard', async ({ maya }) => {
  await maya.page.addInitScript(() => {
    HTMLInputElement.prototype.showPicker = function () {
      this.dataset.shown = this.type;
    };
  });
  await maya.openConversation(CIRCLE);
  const day = maya.page.getByRole('button', { name: 'Go to date' });
  await day.focus();
  await maya.page.keyboard.press('Enter');
  await expect(maya.page.locator('input[data-shown="date"]')).toHaveCount(1);
});
