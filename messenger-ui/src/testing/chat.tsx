import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProviders } from 'ui-kit';
import { CallManager, type CallManagerOptions } from '../model/call/call-manager';
import type { Channel } from '../model/channels';
import { ChatClient } from '../model/chat-client';
import { ChannelListContext, ChatContext } from '../shell/chat-context';
import { FakeSocket } from './fake-socket';
import { channel as channelFixture, memoryStorage, NO_FILES } from './fixtures';

/** Renders a part of the messenger for Maya, with a hub whose connection the test controls. */
export function renderChat(
  view: (channel: Channel) => ReactNode,
  changes: Partial<Channel> = {},
  files: Partial<typeof NO_FILES> = {},
) {
  const channel = channelFixture(changes);
  const sockets: FakeSocket[] = [];
  const hub = new ChatClient({
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
    termsRequired: () => {},
    onChannelsStale: () => {},
    onMessage: () => {},
    onTopicsChanged: () => {},
    onMessageAlert: () => {},
    ...NO_FILES,
    ...files,
    onChanged: () => {},
    onDeleted: () => {},
    onDeletionRefused: () => {},
    onReactionRefused: () => {},
  });
  const callManager = fakeCallManager(hub.callSignaling);
  const chat = { hub, callManager, self: { id: 'maya', name: 'Maya Okafor' } };
  const tree = (shown: Channel) => (
    <AppProviders>
      <ChatContext value={chat}>
        <ChannelListContext value={{ channels: [shown], error: null, reload: () => {} }}>
          {view(shown)}
        </ChannelListContext>
      </ChatContext>
    </AppProviders>
  );
  const result = render(tree(channel));
  /** Applies a new channel list. */
  const change = (more: Partial<Channel>) => result.rerender(tree({ ...channel, ...more }));
  return { ...result, hub, callManager, channel, sockets, change };
}

/** A call manager without sound and notifications. */
export function fakeCallManager(
  signaling: CallManagerOptions['signaling'],
  changes: Partial<CallManagerOptions> = {},
): CallManager {
  return new CallManager({
    signaling,
    lock: () => Promise.resolve(true),
    isFocused: () => true,
    canRing: () => false,
    canReceiveCalls: () => true,
    fetchIncomingCall: () => Promise.resolve(null),
    ring: () => () => {},
    notify: () => () => {},
    answer: () => {},
    open: () => Promise.reject(new Error('no call was expected')),
    onOpenFailed: () => {},
    onCallChanged: () => {},
    now: Date.now,
    ...changes,
  });
}
