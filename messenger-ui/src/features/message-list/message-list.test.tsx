import { act, fireEvent, screen } from '@testing-library/react';
import { Fragment } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import { loginSession } from 'ui-kit';
import type { Channel } from '../../model/channels';
import { fromWire } from '../../model/message';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { member, page, TEAM_CHANNEL, wire } from '../../testing/fixtures';
import { ChannelView } from '../channel/channel-view';
import type { ListProps } from './list-contract';

/** The texts of the messages that rendered. */
const renders = vi.hoisted((): string[] => []);
vi.mock('../../components/message-text', () => ({
  MessageText: ({ text }: { text: string }) => {
    renders.push(text);
    return text;
  },
}));
// Without a layout a virtual list renders no rows.
vi.mock('./virtual-list', () => ({
  VirtualList: ({ rows, renderRow }: ListProps<{ key: string }>) =>
    rows.map((row) => <Fragment key={row.key}>{renderRow(row)}</Fragment>),
}));

const MESSAGES = 50;
const READ_AT = '2026-11-20T11:00:00Z';
const AT_NOON = new Date(Date.UTC(2026, 10, 20, 12)).toISOString();
const MEMBERS = ['maya', 'tom', 'zoe'].map((userId) => member({ userId, userFullName: userId }));
/** An hour apart, so that each message is a group of its own. */
const HISTORY = Array.from({ length: MESSAGES }, (_, i) =>
  wire(i + 1, { created_on: new Date(Date.UTC(2026, 10, 18, i)).toISOString() }),
);

const NO_RATING = { status: 200, body: { isRatingModal: false } };

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
});
beforeEach(() => {
  fakeApi({
    'GET /api/v2/users/profile/': { status: 404 },
    'GET /api/v2/chat/blocks/': { status: 200, body: [] },
    'GET /api/v2/chat/c/rating-status/': NO_RATING,
    'GET /api/v2/video/meeting-summary-rating-status/?user_id=maya': {
      status: 200,
      body: { meetingRatingStatus: false, meetingRecordingId: null, meetingDateTime: null, channelId: null },
    },
  });
});

async function setUp(changes: Partial<Channel> = {}) {
  const shown = { isGroup: true, kind: 'group' as const, channelMembers: MEMBERS, ...changes };
  const rendered = renderChat((channel) => <ChannelView channel={channel} />, shown);
  const store = rendered.hub.channelStore('c');
  const readUpTo = (userId: string, seq: number) =>
    act(() => rendered.hub.receipts.seen('c', userId, { seq, at: READ_AT }));
  await act(async () => store.receivePage(page('fetch_messages', MESSAGES, 1, { messages: HISTORY })));
  readUpTo('zoe', 10);
  renders.length = 0;
  return { ...rendered, store, readUpTo };
}

it('message list renders every message', async () => {
  await setUp();
  expect(screen.getAllByRole('article')).toHaveLength(MESSAGES);
});

it('receipt rerenders the rows of its reader only', async () => {
  const { readUpTo } = await setUp();
  readUpTo('zoe', 20);
  expect(renders).toEqual(['message 10', 'message 20']);
});

it('own read position rerenders no row', async () => {
  const { readUpTo } = await setUp();
  readUpTo('maya', 30);
  expect(renders).toEqual([]);
});

it('typing in the composer rerenders no row', async () => {
  await setUp();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'hello' } });
  expect(renders).toEqual([]);
});

it('new message rerenders no other group', async () => {
  const { store, change } = await setUp();
  act(() => {
    store.receiveMessage(fromWire(wire(51, { user_id: 'zoe', created_on: AT_NOON })));
    // The hub publishes a message to the channel list too.
    change({ channelMembers: [...MEMBERS], isGroup: true, kind: 'group' });
  });
  expect(renders).toEqual(['message 51']);
});

it('message in a group rerenders its neighbour only', async () => {
  const { store } = await setUp();
  const soon = new Date(Date.parse(HISTORY.at(-1)?.created_on ?? '') + 1_000).toISOString();
  act(() => store.receiveMessage(fromWire(wire(51, { created_on: soon }))));
  expect(renders).toEqual(['message 50', 'message 51']);
});

it('reaction rerenders the row of its message only', async () => {
  const { store } = await setUp();
  const reactions = [{ emoji: '👍', count: 1, user_ids: ['zoe'] }];
  act(() => store.receiveChanged(fromWire(wire(7, { changed: 1, reactions }))));
  expect(renders).toEqual(['message 7']);
});

it('conversation with the team says who reads it', async () => {
  const { store } = await setUp({ ...TEAM_CHANNEL, isGroup: false });
  act(() => store.receiveMessage(fromWire(wire(51, { user_id: 'team', created_on: AT_NOON }))));
  expect(screen.getByText('This is the beginning of chat!')).toBeTruthy();
  expect(screen.getByText(/^The people who run your programme read and answer here/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'The people who run your programme' })).toBeTruthy();
  // A screen reader hears who writes; there is only one other side to see.
  expect(screen.getByRole('article', { name: /^Staff, .*message 51/ })).toBeTruthy();
  expect(screen.queryByText('Staff')).toBeNull();
});
