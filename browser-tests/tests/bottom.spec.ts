import { type Actor, TOM } from '../harness/actor';
import { picture } from '../harness/picture';
import { expect, test } from '../harness/test';

/** Expects the whole newest message above the end of the list, at every change of the height. */
async function expectWhole({ page }: Actor): Promise<void> {
  await expect
    .poll(() =>
      page.getByRole('group', { name: /^Messages with/ }).evaluate((list) => {
        const newest = [...list.querySelectorAll('article')].at(-1);
        const hidden =
          (newest?.getBoundingClientRect().bottom ?? Infinity) - list.getBoundingClientRect().bottom;
        return Math.max(0, Math.round(hidden));
      }),
    )
    .toBe(0);
}

for (const { name, width, height } of [
  { name: 'phone', width: 390, height: 700 },
  { name: 'desktop', width: 1280, height: 800 },
]) {
  test(`newest message stays whole on a ${name}`, async ({ maya }) => {
    const { page } = maya;
    await page.setViewportSize({ width, height });
    await maya.openConversation(TOM);
    const sent = (text: string) => maya.sent(text);
    const chooser = page.getByLabel('Choose a file');

    await maya.send('One line');
    await expect(sent('One line')).toHaveCount(1);
    await expectWhole(maya);

    // The chip of a chosen file appears and goes with the message.
    await chooser.setInputFiles(picture('mug.png', 300, 600));
    await expect(page.getByRole('region', { name: 'Selected file' })).toBeVisible();
    await expectWhole(maya);
    await maya.send('With a picture');
    await expect(sent('With a picture')).toHaveCount(1);
    await expectWhole(maya);
    await expect(page.getByRole('button', { name: 'Open mug.png' }).locator('img')).toBeVisible();
    await expectWhole(maya);

    // Several lines shrink the list, and sending makes it grow again.
    await maya.send('Line\n\n\n\n\nand another');
    await expect(sent('and another')).toHaveCount(1);
    await expectWhole(maya);

    // The edit bar and the reply bar.
    await maya.composer.press('ArrowUp');
    await expect(page.getByRole('region', { name: 'Editing a message' })).toBeVisible();
    await expectWhole(maya);
    await maya.send('Edited to more\n\nlines\n\nthan\n\nbefore');
    await expect(page.getByRole('article').last().getByText('edited').last()).toBeVisible();
    await expectWhole(maya);
    await page.getByRole('article').last().getByRole('button', { name: 'Message actions' }).press('Enter');
    await page.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
    await expect(page.getByRole('region', { name: 'Reply', exact: true })).toBeVisible();
    await expectWhole(maya);
  });
}

test('newest message stays whole under offline banner', async ({ cable, actor }) => {
  const maya = await actor('maya', cable);
  await maya.openConversation(TOM);
  await maya.send('Before the tunnel');
  await expect(maya.sent('Before the tunnel')).toHaveCount(1);
  cable.cut();
  await expect(maya.page.getByText('Cannot connect to socket').first()).toBeVisible();
  await expectWhole(maya);
  await maya.send('In the tunnel');
  await expect(maya.message('In the tunnel')).toHaveCount(1);
  await expectWhole(maya);
  cable.plug();
  await expect(maya.sent('In the tunnel')).toHaveCount(1);
  await expectWhole(maya);
});
