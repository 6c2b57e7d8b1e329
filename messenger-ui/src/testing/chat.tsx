import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProviders } from 'ui-kit';
import { CallDesk, type DeskOptions } from '../model/call/desk';
import type { Channel } from '../model/channels';
import { ChatHub } from '../model/hub';
import { ChatContext } from '../shell/chat-context';
import { FakeSocket } from './fake-socket';
import { channel as channelFixture, memoryStorage, NO_FILES } from './fixtures';

/** Renders a part of the messenger as Maya sees it, with a hub whose connection the test holds. */
export function renderChat(
  view: (channel: Channel) => ReactNode,
  changes: Partial<Channel> = {},
  files: Partial<typeof NO_FILES> = {},
) {
  const channel = channelFixture(changes);
  const sockets: FakeSocket[] = [];
  const hub = new ChatHub({
    person: { id: 'maya', nickname: 'Maya' },
    storage: memoryStorage(),
    createSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => Promise.resolve('token'),
    renewToken: () => Promise.resolve('token'),
    unauthenticated: () => {},
    onStale: () => {},
    onMessage: () => {},
    onNews: () => {},
    ...NO_FILES,
    ...files,
    onChanged: () => {},
    onReactionRefused: () => {},
  });
  const desk = deskFor(hub.calls);
  const tree = (shown: Channel) => {
    const self = { id: 'maya', name: 'Maya Okafor' };
    const chat = { hub, desk, self, channels: [shown], error: null, reload: () => {} };
    return (
      <AppProviders>
        <ChatContext value={chat}>{view(shown)}</ChatContext>
      </AppProviders>
    );
  };
  const result = render(tree(channel));
  /** The channel list came anew. */
  const change = (more: Partial<Channel>) => result.rerender(tree({ ...channel, ...more }));
  return { ...result, hub, desk, channel, sockets, change };
}

/** A desk that nobody hears. */
export function deskFor(line: DeskOptions['line'], changes: Partial<DeskOptions> = {}): CallDesk {
  return new CallDesk({
    line,
    claim: () => Promise.resolve(true),
    isFocused: () => true,
    canRing: () => false,
    canTake: () => true,
    lookUp: () => Promise.resolve(null),
    ring: () => () => {},
    notify: () => () => {},
    answer: () => {},
    open: () => Promise.reject(new Error('no call was expected')),
    onOpenFailed: () => {},
    onNews: () => {},
    now: Date.now,
    ...changes,
  });
}
