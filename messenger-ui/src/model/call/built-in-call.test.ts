import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WirePeer } from '../../client/frames.gen';
import { callRoom, fakeSignaling } from '../../testing/calls';
import { fakeDevices } from '../../testing/fake-devices';
import { FakeConnection } from '../../testing/fake-rtc';
import { memoryStorage } from '../../testing/fixtures';
import { BuiltInCall } from './built-in-call';
import { LocalMedia } from './local-media';

const TOM: WirePeer = {
  peer: 'tom-tab',
  user_id: 'tom',
  name: 'Tom Rivera',
  polite: false,
  microphone: true,
  camera: true,
  screen: false,
};

async function call(media = new LocalMedia(undefined, memoryStorage())) {
  let ids = 0;
  const { signaling, sent } = fakeSignaling();
  const connections: FakeConnection[] = [];
  const network = new EventTarget();
  const one = new BuiltInCall({
    room: callRoom(),
    signaling,
    media,
    newId: () => `id${++ids}`,
    connect: () => {
      const connection = new FakeConnection();
      connections.push(connection);
      return connection as unknown as RTCPeerConnection;
    },
    network,
  });
  await one.start();
  const peers = (...list: WirePeer[]) =>
    signaling.event({ command: 'call_peers', room: 'river', peers: list });
  const connect = async () => {
    await vi.advanceTimersByTimeAsync(10);
    connections.at(-1)?.to('connected');
  };
  const commands = (command: string) => sent().filter((one) => one.command === command);
  const names = () => one.getSnapshot().remotePeers.map(({ name }) => name);
  return { one, signaling, connections, network, peers, connect, commands, names };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'MediaStream',
    class {
      getTracks = () => [];
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('media that a preview has opened are sent', async () => {
  const media = new LocalMedia(fakeDevices().media, memoryStorage());
  await media.open();
  const { peers, connections } = await call(media);
  peers(TOM);
  await vi.advanceTimersByTimeAsync(10);
  const { microphone, camera } = media.getSnapshot().tracks;
  const sent = connections[0]?.transceivers.map(({ sender }) => sender.track);
  expect(sent).toEqual(expect.arrayContaining([microphone, camera]));
});

it('joins, sends its state and connects peers', async () => {
  const { one, peers, commands, connections } = await call();
  expect(commands('call_join')).toEqual([{ command: 'call_join', room: 'river', peer: 'id1' }]);
  expect(one.getSnapshot().isJoined).toBe(false);
  peers(TOM);
  expect(one.getSnapshot()).toMatchObject({
    isJoined: true,
    remotePeers: [{ name: 'Tom Rivera', camera: true }],
  });
  expect(commands('call_state')).toMatchObject([{ microphone: false, camera: false, screen: false }]);
  await vi.advanceTimersByTimeAsync(10);
  expect(connections).toHaveLength(1);
  expect(commands('call_signal')[0]).toMatchObject({
    to_peer: 'tom-tab',
    data: { description: { session: 'id2', type: 'offer' } },
  });
});

it('follows joins, media changes and leaves', async () => {
  const { peers, names, one } = await call();
  peers();
  expect(names()).toEqual([]);
  peers(TOM, { ...TOM, peer: 'ana-tab', user_id: 'ana', name: 'Ana Silva' });
  expect(names()).toEqual(['Tom Rivera', 'Ana Silva']);
  peers({ ...TOM, camera: false });
  expect(names()).toEqual(['Tom Rivera']);
  expect(one.getSnapshot().remotePeers[0]?.camera).toBe(false);
  expect(one.getSnapshot().hasHadPeers).toBe(true);
});

it('applies early signals after the peer list', async () => {
  const { signaling, peers, connections } = await call();
  peers();
  const polite = { ...TOM, polite: true };
  signaling.event({
    command: 'call_signal',
    room: 'river',
    from_peer: 'tom-tab',
    data: { description: { session: 's', type: 'offer', sdp: '0/3' } },
  });
  peers(polite);
  await vi.advanceTimersByTimeAsync(10);
  expect(connections[0]?.remoteDescription?.type).toBe('offer');
});

it('keeps connected peers after a hub restart', async () => {
  const { signaling, peers, connect, commands, names, one } = await call();
  peers(TOM);
  await connect();
  signaling.connection(false);
  expect(one.getSnapshot().isDisconnected).toBe(true);
  signaling.connection(true);
  expect(commands('call_join')).toHaveLength(2);
  peers();
  expect(names()).toEqual(['Tom Rivera']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names()).toEqual([]);
});

it('sends its state again after a reconnect', async () => {
  const { signaling, peers, commands } = await call();
  peers();
  peers();
  expect(commands('call_state')).toHaveLength(1);
  signaling.connection(false);
  signaling.connection(true);
  peers();
  expect(commands('call_state')).toHaveLength(2);
});

it('restarts ICE after a network change', async () => {
  const { network, peers, connect, connections } = await call();
  peers(TOM);
  await connect();
  network.dispatchEvent(new Event('online'));
  expect(connections[0]?.restarts).toBe(1);
});

it('leaves nothing behind', async () => {
  const { one, signaling, peers, commands, connections, names } = await call();
  peers(TOM);
  one.leave();
  one.leave();
  expect(commands('call_leave')).toHaveLength(1);
  expect(connections.every(({ connectionState }) => connectionState === 'closed')).toBe(true);
  peers(TOM);
  signaling.connection(true);
  expect(names()).toEqual([]);
  expect(commands('call_join')).toHaveLength(1);
});
