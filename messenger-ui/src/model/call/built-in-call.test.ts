import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallPeer } from '../../client/protocol';
import { callRoom, fakeLine } from '../../testing/calls';
import { FakeConnection } from '../../testing/fake-rtc';
import { memoryStorage } from '../../testing/fixtures';
import { BuiltInCall } from './built-in-call';
import { LocalMedia } from './local-media';

const TOM: CallPeer = {
  peer: 'tom-tab',
  user_id: 'tom',
  name: 'Tom Rivera',
  polite: false,
  microphone: true,
  camera: true,
  screen: false,
};

async function call() {
  let ids = 0;
  const { line, sent } = fakeLine();
  const connections: FakeConnection[] = [];
  const network = new EventTarget();
  const one = new BuiltInCall({
    room: callRoom(),
    line,
    media: new LocalMedia(undefined, memoryStorage()),
    newId: () => `id${++ids}`,
    connect: () => {
      const connection = new FakeConnection();
      connections.push(connection);
      return connection as unknown as RTCPeerConnection;
    },
    network,
  });
  await one.start();
  const peers = (...list: CallPeer[]) => line.event({ command: 'call_peers', room: 'river', peers: list });
  const connect = async () => {
    await vi.advanceTimersByTimeAsync(10);
    connections.at(-1)?.to('connected');
  };
  const commands = (command: string) => sent().filter((one) => one.command === command);
  const names = () => one.getSnapshot().others.map(({ name }) => name);
  return { one, line, connections, network, peers, connect, commands, names };
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

it('goes in, says what it sends, and meets who is there', async () => {
  const { one, peers, commands, connections } = await call();
  expect(commands('call_join')).toEqual([{ command: 'call_join', room: 'river', peer: 'id1' }]);
  expect(one.getSnapshot().isIn).toBe(false);
  peers(TOM);
  expect(one.getSnapshot()).toMatchObject({ isIn: true, others: [{ name: 'Tom Rivera', camera: true }] });
  expect(commands('call_state')).toMatchObject([{ microphone: false, camera: false, screen: false }]);
  await vi.advanceTimersByTimeAsync(10);
  expect(connections).toHaveLength(1);
  expect(commands('call_signal')[0]).toMatchObject({
    to_peer: 'tom-tab',
    data: { description: { session: 'id2', type: 'offer' } },
  });
});

it('hears who comes, who changes what they send, and who goes', async () => {
  const { peers, names, one } = await call();
  peers();
  expect(names()).toEqual([]);
  peers(TOM, { ...TOM, peer: 'ana-tab', user_id: 'ana', name: 'Ana Silva' });
  expect(names()).toEqual(['Tom Rivera', 'Ana Silva']);
  peers({ ...TOM, camera: false });
  expect(names()).toEqual(['Tom Rivera']);
  expect(one.getSnapshot().others[0]?.camera).toBe(false);
  expect(one.getSnapshot().hasMet).toBe(true);
});

it('takes what a stranger says when the hub has told who it is', async () => {
  const { line, peers, connections } = await call();
  peers();
  const polite = { ...TOM, polite: true };
  line.event({
    command: 'call_signal',
    room: 'river',
    from_peer: 'tom-tab',
    data: { description: { session: 's', type: 'offer', sdp: '0/3' } },
  });
  peers(polite);
  await vi.advanceTimersByTimeAsync(10);
  expect(connections[0]?.remoteDescription?.type).toBe('offer');
});

it('keeps whom it sees when the hub comes back with a short memory, for a while', async () => {
  const { line, peers, connect, commands, names, one } = await call();
  peers(TOM);
  await connect();
  line.connection(false);
  expect(one.getSnapshot().isCutOff).toBe(true);
  line.connection(true);
  expect(commands('call_join')).toHaveLength(2);
  peers();
  expect(names()).toEqual(['Tom Rivera']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names()).toEqual([]);
});

it('tells the hub again what it sends when it comes back', async () => {
  const { line, peers, commands } = await call();
  peers();
  peers();
  expect(commands('call_state')).toHaveLength(1);
  line.connection(false);
  line.connection(true);
  peers();
  expect(commands('call_state')).toHaveLength(2);
});

it('looks for another way when the network is another one', async () => {
  const { network, peers, connect, connections } = await call();
  peers(TOM);
  await connect();
  network.dispatchEvent(new Event('online'));
  expect(connections[0]?.restarts).toBe(1);
});

it('leaves nothing behind', async () => {
  const { one, line, peers, commands, connections, names } = await call();
  peers(TOM);
  one.leave();
  one.leave();
  expect(commands('call_leave')).toHaveLength(1);
  expect(connections.every(({ connectionState }) => connectionState === 'closed')).toBe(true);
  peers(TOM);
  line.connection(true);
  expect(names()).toEqual([]);
  expect(commands('call_join')).toHaveLength(1);
});
