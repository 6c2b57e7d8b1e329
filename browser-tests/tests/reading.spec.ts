import { CIRCLE, MAYA, TOM } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

test('unread line stays above first unread until leaving', async ({ maya, tom }) => {
  await tom.openConversation(CIRCLE);
  const line = tom.page.getByText('New', { exact: true });
  await expect(line).toBeInViewport();
  const order = await tom.page.getByRole('group', { name: /^Messages with/ }).evaluate((list) => {
    const rows = [...list.querySelectorAll('article, [data-unread-line]')];
    return rows.slice(rows.findIndex((row) => row.hasAttribute('data-unread-line')) + 1).length;
  });
  expect(order, 'the three unread messages stand below it').toBe(3);
  await tom.scrollToNewest();
  await expect(tom.channel(CIRCLE)).not.toHaveAccessibleName(/unread/);
  await maya.openConversation(CIRCLE);
  await maya.send('One more, live');
  await expect(tom.message('One more, live')).toHaveCount(1);
  await expect(line, 'read, and still where it was').toHaveCount(1);
  await tom.choose(MAYA);
  await tom.choose(CIRCLE);
  await expect(line).toHaveCount(0);
});

test('new messages keep position and show a button', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  const list = tom.page.getByRole('group', { name: /^Messages with/ });
  await list.hover();
  await tom.page.mouse.wheel(0, -600);
  await expect(tom.page.getByRole('button', { name: 'Go to the newest message' })).toBeVisible();
  const place = () => list.evaluate((element) => element.scrollTop);
  let before = Number.NaN;
  await expect
    .poll(async () => {
      const same = before === (await place());
      before = await place();
      return same;
    })
    .toBe(true);
  await maya.send('First from below');
  await maya.send('Second from below');
  const pill = tom.page.getByRole('button', { name: '2 new messages' });
  await expect(pill).toBeVisible();
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await expect(maya.sent('Second from below').getByText('Seen')).toHaveCount(0);
  await pill.click();
  await expect(tom.message('Second from below')).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await expect(maya.sent('Second from below').getByText('Seen')).toBeVisible();
});

test('slow phone opens a channel at its end', async ({ tom }) => {
  await tom.page.setViewportSize({ width: 390, height: 844 });
  // Rows are measured after rendering, while older ones are inserted.
  await tom.page.addInitScript(() => {
    window.ResizeObserver = class extends ResizeObserver {
      constructor(measured: ResizeObserverCallback) {
        super((entries, observer) => setTimeout(() => measured(entries, observer), 250));
      }
    };
  });
  await tom.openConversation(MAYA);
  const newest = tom.page.getByRole('article', { name: /whatever the theatre says/ });
  // Their order is not deterministic.
  for (let opened = 0; opened < 6; opened += 1) {
    await tom.page.reload();
    await expect(newest).toBeInViewport({ ratio: 1 });
    await expect(tom.page.getByRole('button', { name: 'Go to the newest message' })).toHaveCount(0);
  }
});

test('typing indicator ends with message or a timeout', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);
  const typing = tom.page.getByText(`${MAYA} is writing`);
  await maya.composer.pressSequentially('Hel');
  await expect(typing).toBeVisible();
  await maya.send('Hello');
  await expect(tom.message('Hello')).toHaveCount(1);
  await expect(typing).toHaveCount(0);
  // At most one typing signal is sent in three seconds.
  await expect
    .poll(
      async () => {
        await maya.composer.pressSequentially('.');
        return typing.isVisible();
      },
      { intervals: [200] },
    )
    .toBe(true);
  await expect(typing).toHaveCount(0, { timeout: scaled(8_000) });
});

test('wrong clock changes neither order nor day', async ({ maya, tom }) => {
  await maya.page.clock.install({ time: new Date(Date.now() - 3 * 24 * 3_600_000) });
  await maya.page.clock.resume();
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  for (const person of [maya, tom]) await person.scrollToNewest();
  await tom.send('From a clock that is right');
  await expect(maya.message('From a clock that is right')).toHaveCount(1);
  await maya.send('From one that is days behind');
  await expect(maya.sent('From one that is days behind')).toHaveCount(1);
  for (const page of [maya.page, tom.page]) {
    const last = page.getByRole('article');
    await expect(last.nth(-2)).toHaveAccessibleName(/From a clock that is right/);
    await expect(last.last()).toHaveAccessibleName(/From one that is days behind/);
  }
});

test('new message is announced once with its author', async ({ maya, tom }) => {
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  await maya.send('Can you hear me?');
  await expectAnnounced(tom.page, `${MAYA}: Can you hear me?`);
  await expect(tom.page.locator('[aria-live]')).toHaveCount(1);
});

test('call invitation is shown as a card everywhere', async ({ maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openMessenger();
  await maya.send('{"room": "river-42"}');
  await expect(tom.channel(MAYA)).toHaveAccessibleName(/Video call/);
  await tom.choose(MAYA);
  await tom.scrollToNewest();
  // A message text cannot create a call.
  await expect(tom.page.getByRole('article', { name: /Video call/ })).toContainText('This call has ended');
  await expect(tom.page.getByText('river-42')).toHaveCount(0);
  // Its text is for programs: it cannot be edited, copied, quoted or found.
  await maya.composer.press('ArrowUp');
  await expect(maya.composer).toHaveValue('');
  const invitation = tom.page.getByRole('article', { name: /Video call/ });
  await invitation.hover();
  await invitation.getByRole('button', { name: 'Message actions' }).click();
  const menu = tom.page.getByRole('dialog', { name: 'Message actions' });
  await expect(menu.getByRole('button', { name: 'Report' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Copy text' })).toHaveCount(0);
  await menu.getByRole('button', { name: 'Reply', exact: true }).click();
  await tom.send('I am on my way');
  await expect(
    maya.sent('I am on my way').getByRole('button', { name: 'In reply to You: Video call' }),
  ).toBeVisible();
  await tom.page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await tom.page.getByRole('combobox', { name: 'Search' }).fill('river-42');
  await tom.page.keyboard.press('Enter');
  await expect(tom.page.getByRole('navigation').getByText('No Search Results')).toBeVisible();
  // Only the page determines the messenger's clock.
  await tom.page.clock.install({ time: new Date(Date.now() + 3 * 3_600_000 + 1_000) });
  await tom.page.reload();
  await expect(tom.page.getByRole('article', { name: /Video call/ })).toContainText('LINK EXPIRED');
});
