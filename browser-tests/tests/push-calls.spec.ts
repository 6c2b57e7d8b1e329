import type { Worker } from '@playwright/test';
import { type Actor, MAYA, TOM } from '../harness/actor';
import { call, consent, cuttableSocket, ring, stage } from '../harness/call';
import type { Hub } from '../harness/hub';
import { scaled } from '../harness/machine';
import { deliver, registered, shownBy, subscribeAt, test, touch, workerOf } from '../harness/push';
import type { PushService, Subscription } from '../harness/push-service';
import { expect } from '../harness/test';

/** A person with notification permission who visited the messenger and closed it. */
async function away(actor: Actor, subscription: Subscription): Promise<Worker> {
  await subscribeAt(actor.context, subscription);
  const answer = registered(actor.page);
  await actor.openMessenger();
  await answer;
  await expect(actor.channel(MAYA)).toBeVisible();
  const worker = await workerOf(actor.context);
  await actor.page.goto('about:blank');
  return worker;
}

/** Text and buttons of the displayed notifications. */
const lines = async (worker: Worker) =>
  (await shownBy(worker)).map(({ body, actions }) => [body, ...(actions ?? []).map(({ title }) => title)]);

const RINGS = [['Someone is calling you', 'Accept', 'Decline']];

/**
 * Delivers a push until it is displayed: the DevTools protocol occasionally drops one. A repetition replaces the
 * notification. The interval is shorter than the 30 s after which the browser stops an idle worker.
 */
async function rings(actor: Actor, worker: Worker, origin: string, note: unknown): Promise<void> {
  await expect(async () => {
    await deliver(actor.context, actor.page, origin, note);
    await expect.poll(() => lines(worker), { timeout: 5_000 }).toEqual(RINGS);
  }).toPass({ timeout: scaled(30_000) });
}

/** The last message of a type for a browser. */
async function pushed(pushes: PushService, name: string, type: string): Promise<{ room: string }> {
  const found = () =>
    (pushes.notesFor(name) as { type: string; room: string }[]).findLast((note) => note.type === type);
  await expect.poll(found).toBeDefined();
  return found() ?? { room: '' };
}

/** Maya calls Tom, whose pages are closed: his notification is displayed. */
async function calledWhileAway(tom: Actor, maya: Actor, hub: Hub, pushes: PushService) {
  const worker = await away(tom, pushes.subscribe('tom'));
  await maya.openConversation(TOM);
  await call(maya);
  const note = await pushed(pushes, 'tom', 'incoming_call');
  await rings(tom, worker, hub.url, note);
  return { worker, note };
}

test('push rings without open pages and opens call', async ({ tom, maya, hub, pushes }) => {
  const { worker, note } = await calledWhileAway(tom, maya, hub, pushes);
  expect(note).toMatchObject({ from_name: MAYA });

  const place = await touch(worker);
  expect(place).toBe('/chat?section=video');
  await tom.page.goto(place ?? '');
  await expect(ring(tom)).toContainText(`${MAYA} is calling you`);
  await ring(tom).getByRole('button', { name: 'Accept' }).click();
  await expect(tom.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
});

test('Accept on the notification leads into the call', async ({ tom, maya, hub, pushes }) => {
  const { worker, note } = await calledWhileAway(tom, maya, hub, pushes);
  const place = await touch(worker, 'accept');
  expect(place).toBe(`/chat?section=video&room=${note.room}`);
  await tom.page.goto(place ?? '');
  await expect(tom.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
  await expect(ring(tom)).toHaveCount(0);
});

test('Accept on the push opens the call elsewhere', async ({ tom, maya, hub, pushes }) => {
  const { worker } = await calledWhileAway(tom, maya, hub, pushes);
  await tom.page.goto('/learninghub');
  await expect(ring(tom)).toBeVisible();
  expect(await touch(worker, 'accept')).toBeNull();
  await expect(tom.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
  await expect(tom.page).toHaveURL(/\/chat$/);
  await expect(ring(tom)).toHaveCount(0);
});

test('disconnected visible page rings for a push', async ({ tom, maya, hub, pushes }) => {
  await subscribeAt(tom.context, pushes.subscribe('tom'));
  const line = await cuttableSocket(tom);
  const answer = registered(tom.page);
  await tom.openMessenger();
  await answer;
  await expect(tom.channel(MAYA)).toBeVisible();
  line.cut();
  await expect(tom.page.getByText('Cannot connect to socket').first()).toBeVisible();
  await maya.openConversation(TOM);
  await call(maya);
  const note = await pushed(pushes, 'tom', 'incoming_call');
  const worker = await workerOf(tom.context);
  await expect(async () => {
    await deliver(tom.context, tom.page, hub.url, note);
    await expect(ring(tom)).toContainText(`${MAYA} is calling you`, { timeout: 5_000 });
  }).toPass({ timeout: scaled(30_000) });
  expect(await lines(worker)).toEqual([]);
});

test('Decline on the push notifies the caller', async ({ tom, maya, hub, pushes }) => {
  const worker = await away(tom, pushes.subscribe('tom'));
  await maya.openConversation(TOM);
  await call(maya);
  await consent(maya);
  await rings(tom, worker, hub.url, await pushed(pushes, 'tom', 'incoming_call'));
  expect(await touch(worker, 'decline')).toBeNull();
  await expect(stage(maya).getByText(`${TOM} cannot take the call now.`)).toBeVisible();
});

test('answered push disappears; missed call leaves a notification', async ({
  tom,
  maya,
  actor,
  hub,
  pushes,
}) => {
  const worker = await away(tom, pushes.subscribe('tom'));
  const laptop = await actor('tom', hub);
  await laptop.openMessenger();
  await maya.openConversation(TOM);
  await call(maya);
  await rings(tom, worker, hub.url, await pushed(pushes, 'tom', 'incoming_call'));
  await ring(laptop).getByRole('button', { name: 'Accept' }).click();
  const settled = await pushed(pushes, 'tom', 'call_settled');
  expect(settled).toMatchObject({ outcome: 'answered' });
  await deliver(tom.context, tom.page, hub.url, settled);
  await expect.poll(() => lines(worker)).toEqual([]);

  const other = { type: 'incoming_call', channelId: 'c', room: 'another', ringsUntil: '', language: 'en' };
  await rings(tom, worker, hub.url, other);
  await deliver(tom.context, tom.page, hub.url, { ...other, type: 'call_settled', outcome: 'missed' });
  await expect.poll(() => lines(worker)).toEqual([['You missed a call']]);
});
