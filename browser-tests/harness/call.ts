import { expect, type Locator } from '@playwright/test';
import type { Actor } from './actor';

/** What a person sees of calls. */
export const ring = ({ page }: Actor): Locator => page.getByRole('alertdialog');
export const stage = ({ page }: Actor): Locator => page.getByRole('region', { name: /^Video call/ });
export const tile = (actor: Actor, name: string): Locator => stage(actor).getByRole('figure', { name });
export const tool = (actor: Actor, name: string): Locator => stage(actor).getByRole('button', { name });
export const chip = (actor: Actor): Locator => stage(actor).getByTitle('Recording');

/** Begins a call in the conversation that is open, or joins the one that runs there. */
export async function call(actor: Actor): Promise<void> {
  await actor.page.getByRole('button', { name: /^(Start a video call|Join the call)$/ }).click();
}

/** Says whether the call may be recorded, which lets one in. */
export async function consent(actor: Actor, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await expect(actor.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
  await stage(actor).getByRole('button', { name: answer, exact: true }).click();
}

/** Takes the call that rings, and goes in. */
export async function accept(actor: Actor, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await ring(actor).getByRole('button', { name: 'Accept' }).click();
  await consent(actor, answer);
}

const frames = (video: Locator): Promise<number> =>
  video.evaluate((element) => (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

/** The picture moves: what the browser has decoded becomes more. */
export async function expectMoving(picture: Locator): Promise<void> {
  const video = picture.locator('video');
  await expect(video).toBeVisible();
  const before = await frames(video);
  await expect.poll(() => frames(video), { message: 'frames of the picture' }).toBeGreaterThan(before + 5);
}

/** The socket of a page that is opened after this, which the test can cut while everything else goes on. */
export async function lineOf({ page }: Actor): Promise<{ cut(): void }> {
  const open = new Set<{ close(): Promise<void> }>();
  let isCut = false;
  await page.routeWebSocket(/\/ws\/chat\//, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut: () => {
      isCut = true;
      for (const socket of open) void socket.close();
    },
  };
}
