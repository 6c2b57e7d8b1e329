import type { Actor } from '../harness/actor';
import { expectAnnounced } from '../harness/announcements';
import { violations } from '../harness/axe';
import { Hub } from '../harness/hub';
import { scaled } from '../harness/machine';
import { Model } from '../harness/model';
import { test as base, expect } from '../harness/test';

const ASSISTANT = 'AI Assistant';

const test = base.extend<{ model: Model }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  model: async ({}, use) => {
    const model = await Model.start();
    await use(model);
    await model.remove();
  },
});

async function open(actor: Actor): Promise<void> {
  await actor.openMessenger();
  await actor.channel(ASSISTANT).click();
  await expect(actor.composer).toBeVisible();
}

test('assistant answers from programme texts and cites them', async ({ tom }) => {
  await open(tom);
  const { page } = tom;
  await expect(page.getByText('This is the beginning of AI Assistant chat!')).toBeVisible();
  await expect(page.getByText(/You are writing with a computer program/)).toBeVisible();
  for (const name of [/emoji/i, /gif/i, /attach/i, /video/i]) {
    await expect(
      page.getByRole('region', { name: /^Conversation/ }).getByRole('button', { name }),
    ).toHaveCount(0);
  }
  // The empty conversation offers questions that it can answer.
  const starters = page.getByRole('region', { name: 'You can ask, for example' });
  await expect(starters.getByRole('button')).toHaveCount(3);
  await starters.getByRole('button', { name: 'What is a mentor?' }).click();
  await expect(tom.message('An adult who has time for you.')).toHaveCount(1);
  await expect(starters).toHaveCount(0);
  await tom.composer.pressSequentially('Hello @a');
  await expect(tom.suggestions).toHaveCount(0);

  await tom.send('Who can read my messages?');
  await expect(tom.message('The people in the conversation.')).toHaveCount(1);
  await expect(page.getByText('Frequently asked questions: Who can read my messages?')).toBeVisible();
  await tom.send('Who won the match yesterday?');
  await expect(tom.message('ask your coordinator')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(tom.message('The people in the conversation.')).toHaveCount(1);
  await expect(page.getByText('Frequently asked questions: Who can read my messages?')).toBeVisible();
});

test('crisis message shows the crisis card with contacts', async ({ tom }) => {
  await open(tom);
  await tom.send('i want to die');
  const card = tom.message('This sounds serious');
  await expect(card.getByRole('heading', { name: 'There are people who can help you now' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Samaritans (everyone) 116 123' })).toHaveAttribute(
    'href',
    'tel:116123',
  );
  await expectAnnounced(tom.page, 'Samaritans (everyone): 116 123');
  expect(await violations(tom.page)).toEqual([]);
});

test('streamed answer grows and failed one is retryable', async ({ model, actor }) => {
  const hub = await Hub.start(model.env);
  const tom = await actor('tom', hub);
  await open(tom);
  const { page } = tom;
  const live = tom.message('Waiting for the response');

  await tom.send('What shall we talk about?');
  const failing = await model.question();
  await expect(live).toHaveText(/Waiting for the response/);
  failing.fail();
  await expect(tom.message('Sorry, I could not answer')).toHaveCount(1);
  await expect(live).toHaveCount(0);

  await page.getByRole('button', { name: 'Try again' }).click();
  const answer = await model.question();
  await expect(live).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  answer.say('Whatever is on');
  // The first chunk may be delayed by the update interval.
  await expect(async () => {
    answer.say(' your mind');
    await expect(live).toContainText('Whatever is on', { timeout: 200 });
  }).toPass();
  await expectAnnounced(page, 'Whatever', 0);
  answer.say('.');
  answer.end();
  await expect(
    page.getByRole('article', { name: /^AI Assistant, .*: Whatever is on your mind/ }),
  ).toHaveCount(1);
  await expect(live).toHaveCount(0);
  await expect(tom.message('Sorry, I could not answer')).toHaveCount(1);
  await expectAnnounced(page, 'Whatever is on your mind');
  await hub.remove();
});

test('pending question survives a server crash', async ({ model, actor }) => {
  const hub = await Hub.start({ ...model.env, MENTORHUB_ASSISTANT_ANSWER_SECONDS: '2' });
  const tom = await actor('tom', hub);
  await open(tom);
  await tom.send('Are you there?');
  await model.question();
  await hub.kill();
  await hub.start();
  const answer = await model.question();
  answer.say('I am back.');
  answer.end();
  await expect(tom.message('I am back.')).toHaveCount(1, { timeout: scaled(30_000) });
  await hub.remove();
});

test('tall crisis card is shown from its top', async ({ tom }) => {
  const { page } = tom;
  // As low as the list of the widget.
  await page.setViewportSize({ width: 390, height: 480 });
  await open(tom);
  await tom.send('i want to die');
  const card = tom.message('This sounds serious');
  const heading = card.getByRole('heading', { name: 'There are people who can help you now' });
  await expect(heading).toBeInViewport();
  const list = page.getByRole('group', { name: /^Messages/ });
  await expect
    .poll(async () => {
      const [first, top] = [await heading.boundingBox(), await list.boundingBox()];
      return first !== null && top !== null && first.y >= top.y;
    })
    .toBe(true);
  await page.reload();
  await expect(heading).toBeInViewport();
});
