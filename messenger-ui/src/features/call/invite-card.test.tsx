import { fireEvent, screen, waitFor } from '@testing-library/react';
import { loginSession } from 'ui-kit';
import { beforeAll, expect, it, vi } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import type { Invite } from '../../model/invite';
import { callRoom } from '../../testing/calls';
import { renderChat } from '../../testing/chat';
import { type Calls, fakeApi } from '../../testing/fake-api';
import { InviteCard } from './invite-card';

const ROOM = 'GET /api/v2/video/room/river/';
const HOUR = 3_600_000;
const invite = (changes: Partial<Invite> = {}): Invite => ({
  room: 'river',
  call: undefined,
  outcome: undefined,
  seconds: undefined,
  ...changes,
});

const profile = { id: 'maya', displayName: 'Maya', status: { experiences: { video: 'use' } } };

const refused = (status: number, code: string) => ({ status, body: { code, message: 'No.' } });

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
});

async function says(answer: Calls[string], text: RegExp, changes: Partial<Channel> = {}) {
  const api = fakeApi({ 'GET /api/v2/users/profile/': { status: 200, body: profile }, [ROOM]: answer });
  renderChat(
    ({ channelId }) => (
      <InviteCard channelId={channelId} invite={invite()} createdOn={Date.now()} isOwn={false} />
    ),
    changes,
  );
  await waitFor(() => {
    expect(api.bodies(ROOM)).toHaveLength(1);
    expect(screen.getByText(text)).toBeDefined();
  });
  return screen.queryByRole('button', { name: 'Join' }) !== null;
}

it.each([
  ['nothing', refused(404, 'call_unknown')],
  ['inactive', refused(403, 'not_active_member')],
  ['no video', refused(403, 'video_off')],
  ['a block', refused(403, 'blocked')],
])('invitation has ended after %s', async (_, answer) => {
  expect(await says(answer, /^This call has ended$/)).toBe(false);
});

it('ended call can be entered again', async () => {
  const ended = callRoom({ endedAt: '2026-11-21T11:00:00Z' });
  expect(await says({ status: 200, body: ended }, /^Open until (?!.*at the latest)/)).toBe(true);
});

/** Shows an invitation with the outcome of its call; returns the manager that its button uses. */
async function shows(outcome: Partial<Invite>, age: number, isOwn: boolean) {
  fakeApi({ 'GET /api/v2/users/profile/': { status: 200, body: profile } });
  const { callManager } = renderChat(({ channelId }) => (
    <InviteCard channelId={channelId} invite={invite(outcome)} createdOn={Date.now() - age} isOwn={isOwn} />
  ));
  return vi.spyOn(callManager, 'open').mockResolvedValue();
}

it.each([
  [true, 'Call again'],
  [false, 'Call back'],
])('missed call reads as missed on both sides, own: %s', async (isOwn, label) => {
  const open = await shows({ outcome: 'missed' }, 0, isOwn);
  expect(screen.getByText('Missed video call')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: label }));
  expect(open).toHaveBeenCalledWith({ channelId: expect.any(String) });
});

it('ended call shows its duration and leads into its room', async () => {
  const open = await shows({ outcome: 'ended', seconds: 754 }, HOUR, false);
  expect(screen.getByText(/^12:34 · Open until/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
  expect(open).toHaveBeenCalledWith({ room: 'river', reopen: true });
});

it('invitation expires three hours after it was sent', async () => {
  await shows({ outcome: 'ended', seconds: 754 }, 3 * HOUR, false);
  expect(screen.getByText('12:34 · LINK EXPIRED')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['too often', refused(429, 'rate_limited')],
  ['not now', refused(503, 'unavailable')],
  ['nothing at all', 'no network' as const],
])('invitation stays open after %s', async (_, answer) => {
  expect(await says(answer, /^Open until .* at the latest$/)).toBe(true);
});

it('blackout error keeps the invitation open', async () => {
  expect(await says(refused(403, 'blackout'), /^Calls are paused/)).toBe(true);
});

it('known blackout hides the join button', async () => {
  const blackout = { active: true, until: null, refusesSending: false };
  expect(await says({ status: 200, body: callRoom() }, /^Calls are paused/, { blackout })).toBe(false);
});

it('running call can be joined', async () => {
  expect(await says({ status: 200, body: callRoom() }, /^Open until (?!.*at the latest)/)).toBe(true);
});
