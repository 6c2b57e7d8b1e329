import { expect, type Locator } from '@playwright/test';
import type { Actor } from './actor';

/** Locators of the call screens. */
export const ring = ({ page }: Actor): Locator => page.getByRole('alertdialog');
export const stage = ({ page }: Actor): Locator => page.getByRole('region', { name: /^Video call/ });
export const tile = (actor: Actor, name: string): Locator => stage(actor).getByRole('figure', { name });
export const tool = (actor: Actor, name: string): Locator => stage(actor).getByRole('button', { name });
export const chip = (actor: Actor): Locator => stage(actor).getByTitle('Recording');

/** Starts a call in the open channel, or joins the running one. */
export async function call(actor: Actor): Promise<void> {
  await actor.page.getByRole('button', { name: /^(Start a video call|Join the call)$/ }).click();
}

/** Answers the recording question and enters the call. */
export async function consent(actor: Actor, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await expect(actor.page.getByRole('heading', { name: 'May this call be recorded?' })).toBeVisible();
  await stage(actor).getByRole('button', { name: answer, exact: true }).click();
}

/** Accepts the ringing call and enters it. */
export async function accept(actor: Actor, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await ring(actor).getByRole('button', { name: 'Accept' }).click();
  await consent(actor, answer);
}

/**
 * Frames that the browser has decoded for a video element: of the WebRTC receiver if there is one, because a page that is
 * not painted still decodes; else of the element.
 */
const frames = (video: Locator): Promise<number> =>
  video.evaluate(async (element) => {
    const { srcObject } = element as HTMLVideoElement;
    const track = srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : undefined;
    const connections = (window as unknown as { connections?: RTCPeerConnection[] }).connections ?? [];
    const receivers = connections.flatMap((connection) => connection.getReceivers());
    const receiver = receivers.find((candidate) => candidate.track === track);
    for (const report of (await receiver?.getStats())?.values() ?? []) {
      if (report.type === 'inbound-rtp') return Number(report.framesDecoded ?? 0);
    }
    return (element as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames;
  });

/** Expects moving pictures: the number of decoded frames grows. */
export async function expectMoving(picture: Locator): Promise<void> {
  const video = picture.locator('video');
  await expect(video).toBeVisible();
  const before = await frames(video);
  await expect.poll(() => frames(video), { message: 'decoded frames' }).toBeGreaterThan(before + 5);
}

/** The chat socket of pages opened after this; the test can cut it while the rest of the network works. */
export async function cuttableSocket({ page }: Actor): Promise<{ cut(): void }> {
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

/** Records the camera and microphone tracks of pages opened after this. */
export async function watchDevices({ page }: Actor): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** The number of recorded tracks that are not stopped. */
export const devicesInUse = ({ page }: Actor): Promise<number> =>
  page.evaluate(
    () =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.filter(
        ({ readyState }) => readyState === 'live',
      ).length,
  );
