import { MAYA, TOM } from '../harness/actor';
import { storedTexts } from '../harness/history';
import { scaled } from '../harness/machine';
import { expect, test } from '../harness/test';

const COUNT = 16;
const texts = Array.from({ length: COUNT }, (_, index) => `Step ${String(index + 1).padStart(2, '0')}`);

test('server crash while sending loses and duplicates nothing', async ({ hub, maya, tom }) => {
  await maya.openConversation(TOM);
  await tom.openConversation(MAYA);

  for (const text of texts.slice(0, COUNT / 2)) await maya.send(text);
  // The kill happens while later messages are being sent.
  await expect(maya.sent('Step 01')).toHaveCount(1);
  const death = hub.kill();
  for (const text of texts.slice(COUNT / 2)) await maya.send(text);
  await death;

  const promised = (await maya.shown('Step')).filter(({ isSent }) => isSent).map(({ text }) => text);
  expect(promised.length).toBeGreaterThan(0);
  expect(promised.length).toBeLessThan(COUNT);

  await hub.start();
  await expect(maya.sent(texts.at(-1) ?? '')).toHaveCount(1, { timeout: scaled(40_000) });
  expect(await storedTexts(maya.page, TOM, 'Step')).toEqual(texts);
  expect(await maya.shown('Step')).toEqual(texts.map((text) => ({ text, isSent: true })));
  await expect
    .poll(() => tom.shown('Step'), { timeout: scaled(40_000) })
    .toEqual(texts.map((text) => ({ text, isSent: true })));
});

test('pending message survives a closed tab', async ({ hub, maya }) => {
  await maya.openConversation(TOM);
  await hub.kill();
  await maya.send('Written into the dark');
  await expect(maya.message('Written into the dark')).toHaveCount(1);
  await expect(maya.sent('Written into the dark')).toHaveCount(0);
  await maya.page.close();

  await hub.start();
  const page = await maya.context.newPage();
  await page.goto('/chat/messenger');
  await expect.poll(async () => storedTexts(page, TOM, 'Written')).toEqual(['Written into the dark']);
});
