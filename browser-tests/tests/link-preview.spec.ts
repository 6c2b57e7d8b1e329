import type { Page, Route } from '@playwright/test';
import { type Actor, MAYA, TOM } from '../harness/actor';
import { violations } from '../harness/axe';
import { expect, test } from '../harness/test';

const LINK = 'https://trees.example/oak';
const PICTURE = '/api/v2/chat/link-preview/picture/018f3c2e-7b1e-7000-8000-0000000000f8/?signature=c2ln';
const PREVIEW = {
  title: 'The oak, a tree for a thousand years',
  description: 'How oaks grow, who lives in them, and where the oldest ones stand.',
  image: PICTURE,
  url: LINK,
};
/** A green pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPQq40GAAHjAQfJ+LJXAAAAAElFTkSuQmCC';

/**
 * Tests have no internet, and the server never contacts this machine, so previews are added to its answers here. Tests of
 * the hub cover fetching and storing them.
 */
async function pretend(actor: Actor, found: object | null, picture?: (route: Route) => Promise<void>) {
  const looked: string[] = [];
  const sent: Record<string, unknown>[] = [];
  await actor.page.route('**/api/v2/chat/link-preview/?*', (route) => {
    looked.push(new URL(route.request().url()).searchParams.get('url') ?? '');
    const missing = { status: 404, json: { code: 'no_preview', message: '' } };
    return route.fulfill(found === null ? missing : { json: found });
  });
  await actor.page.route(
    '**/api/v2/chat/link-preview/picture/**',
    picture ?? ((route) => route.fulfill({ contentType: 'image/png', body: Buffer.from(PNG, 'base64') })),
  );
  await actor.page.routeWebSocket('**/ws/chat/', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const frame = JSON.parse(String(data)) as Record<string, unknown>;
      if (frame.command === 'send') sent.push(frame);
      server.send(data);
    });
    server.onMessage((data) => {
      const frame = JSON.parse(String(data)) as Record<string, unknown>;
      const isAboutTrees = frame.command === 'new_message' && String(frame.message).includes(LINK);
      socket.send(isAboutTrees ? JSON.stringify({ ...frame, link_preview: PREVIEW }) : data);
    });
  });
  return { looked, sent };
}

const draftCard = (page: Page) => page.getByRole('region', { name: 'Link preview' });
const card = (page: Page) => page.getByRole('link', { name: /The oak/ });

test('link preview appears while typing and when sent', async ({ maya, tom }) => {
  const { looked, sent } = await pretend(maya, PREVIEW);
  await pretend(tom, PREVIEW);
  await tom.openConversation(MAYA);
  await maya.openConversation(TOM);
  await maya.composer.fill(`Look at ${LINK}, and at this`);
  await expect(draftCard(maya.page)).toContainText(PREVIEW.title);
  expect(await violations(maya.page)).toEqual([]);
  await maya.composer.press('Enter');
  await expect(draftCard(maya.page)).toHaveCount(0);
  for (const { page } of [maya, tom]) {
    await expect(card(page)).toContainText('trees.example');
    await expect(card(page)).toHaveAttribute('href', LINK);
    await expect(card(page)).toHaveAttribute('target', '_blank');
    await expect(card(page)).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  }
  expect(await violations(tom.page)).toEqual([]);
  expect(looked).toEqual([LINK]);
  expect(sent.map((frame) => frame.link_preview)).toEqual([LINK]);
});

test('dismissed link preview stays away and keeps text', async ({ maya }) => {
  const { looked, sent } = await pretend(maya, PREVIEW);
  await maya.openConversation(TOM);
  await maya.composer.fill(LINK);
  await draftCard(maya.page).getByRole('button', { name: 'Remove the preview' }).click();
  await expect(draftCard(maya.page)).toHaveCount(0);
  await expect(maya.composer).toBeFocused();
  await maya.page.keyboard.type(' is worth a look');
  await maya.composer.press('Enter');
  await expect(maya.sent(`${LINK} is worth a look`)).toHaveCount(1);
  expect(looked).toEqual([LINK]);
  expect(sent[0]).not.toHaveProperty('link_preview');
});

test('link without a page has no preview', async ({ maya }) => {
  const { looked } = await pretend(maya, null);
  await maya.openConversation(TOM);
  await maya.composer.fill('http://nowhere.example/');
  await expect.poll(() => looked).toEqual(['http://nowhere.example/']);
  await expect(draftCard(maya.page)).toHaveCount(0);
  await expect(maya.page.getByRole('alert')).toHaveCount(0);
  await maya.composer.press('Enter');
  await expect(maya.sent('http://nowhere.example/')).toHaveCount(1);
});

test('row height is stable while its picture loads', async ({ maya }) => {
  let show = () => {};
  const isAwaited = new Promise<void>((resolve) => {
    show = resolve;
  });
  await pretend(maya, PREVIEW, async (route) => {
    await isAwaited;
    await route.fulfill({ contentType: 'image/png', body: Buffer.from(PNG, 'base64') });
  });
  await maya.openConversation(TOM);
  await maya.send(LINK);
  const row = maya.page.getByRole('article').filter({ has: card(maya.page) });
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  show();
  const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => card(maya.page).locator('img').evaluate(isThere)).toBe(true);
  expect((await row.boundingBox())?.height).toBe(before?.height);
});
