import { screen, waitFor } from '@testing-library/react';
import { session } from 'ui-kit';
import { beforeAll, expect, it } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { callRoom } from '../../testing/calls';
import { renderChat } from '../../testing/chat';
import { type Calls, fakeApi } from '../../testing/fake-api';
import { InviteCard } from './invite-card';

const ROOM = 'GET /api/v2/video/room/river/';
const profile = { id: 'maya', displayName: 'Maya', status: { experiences: { video: 'use' } } };

const refused = (status: number, code: string) => ({ status, body: { code, message: 'No.' } });

beforeAll(async () => {
  fakeApi({});
  await session.start();
});

async function says(answer: Calls[string], text: RegExp, changes: Partial<Channel> = {}) {
  const api = fakeApi({ 'GET /api/v2/users/profile/': { status: 200, body: profile }, [ROOM]: answer });
  renderChat(
    ({ channelId }) => <InviteCard channelId={channelId} room="river" createdOn={Date.now()} />,
    changes,
  );
  await waitFor(() => {
    expect(api.bodies(ROOM)).toHaveLength(1);
    expect(screen.getByText(text)).toBeDefined();
  });
  return screen.queryByRole('button', { name: 'Join' }) !== null;
}

it.each([
  ['an end', { status: 200, body: callRoom({ endedAt: '2026-11-21T11:00:00Z' }) }],
  ['nothing', refused(404, 'call_unknown')],
  ['inactive', refused(403, 'not_active_member')],
  ['no video', refused(403, 'video_off')],
  ['a block', refused(403, 'blocked')],
])('is over where the server says %s', async (_, answer) => {
  expect(await says(answer, /^This call has ended$/)).toBe(false);
});

it.each([
  ['too often', refused(429, 'rate_limited')],
  ['not now', refused(503, 'unavailable')],
  ['nothing at all', 'no network' as const],
])('can still be followed where the server says %s', async (_, answer) => {
  expect(await says(answer, /^Open until .* at the latest$/)).toBe(true);
});

it('says that it is quiet, and is not over then', async () => {
  expect(await says(refused(403, 'blackout'), /^Calls are paused/)).toBe(true);
});

it('offers nothing in a quiet time that the page knows of', async () => {
  const blackout = { active: true, until: null, refusesSending: false };
  expect(await says({ status: 200, body: callRoom() }, /^Calls are paused/, { blackout })).toBe(false);
});

it('can be followed as long as the call goes on', async () => {
  expect(await says({ status: 200, body: callRoom() }, /^Open until (?!.*at the latest)/)).toBe(true);
});
