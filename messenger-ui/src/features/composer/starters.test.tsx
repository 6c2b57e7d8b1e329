import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { renderChat } from '../../testing/chat';
import { page, TEAM_CHANNEL, wire } from '../../testing/fixtures';
import { useChannelStore } from '../channel/use-channel-store';
import { Starters } from './starters';

const onAsk = vi.fn();
const onDraft = vi.fn();

function EmptyChannel({ channel }: { channel: Channel }) {
  const channelStore = useChannelStore(channel.channelId);
  return <Starters channel={channel} channelStore={channelStore} onAsk={onAsk} onDraft={onDraft} />;
}

function setUp(changes: Partial<Channel>) {
  onAsk.mockReset();
  onDraft.mockReset();
  const { hub } = renderChat((channel) => <EmptyChannel channel={channel} />, changes);
  const receive = (...messages: ReturnType<typeof wire>[]) =>
    act(async () => hub.channelStore('c').receivePage(page('fetch_messages', 0, 1, { messages })));
  return { receive, user: userEvent.setup() };
}

it('team is written to in own words', async () => {
  const { receive, user } = setUp(TEAM_CHANNEL);
  await receive();
  expect(screen.getByRole('region', { name: 'You can write, for example' })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'I have a question about …' }));
  expect(onDraft).toHaveBeenCalledExactlyOnceWith('I have a question about ');
  expect(onAsk).not.toHaveBeenCalled();
});

it('assistant is asked at once', async () => {
  const { receive, user } = setUp({ kind: 'assistant' });
  await receive();
  await user.click(screen.getByRole('button', { name: 'What is a mentor?' }));
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('What is a mentor?');
});

it('starters end with the first message', async () => {
  const { receive } = setUp(TEAM_CHANNEL);
  await receive(wire(1));
  expect(screen.queryByRole('button')).toBeNull();
});
