import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeConnection, fakeTrack } from '../../testing/fake-rtc';
import { type OwnTracks, PeerLink } from './peer-link';
import type { Signal } from './signal';

const NOTHING: OwnTracks = { microphone: null, camera: null, screen: null };

/** Two browsers and the way between them, which a test may hold up. */
function pair(tracks: { polite?: OwnTracks; other?: OwnTracks } = {}) {
  let sessions = 0;
  let isHeldUp = false;
  const waiting: (() => void)[] = [];
  const side = (isPolite: boolean, own: OwnTracks, receive: (signal: Signal) => void) => {
    const connections: FakeConnection[] = [];
    const link = new PeerLink(own, {
      isPolite,
      connect: () => {
        const connection = new FakeConnection();
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      send: (signal) => {
        if (isHeldUp) waiting.push(() => receive(signal));
        else queueMicrotask(() => receive(signal));
      },
      newSession: () => `s${++sessions}`,
      onChange: () => {},
    });
    return { link, connections, last: () => connections.at(-1) as FakeConnection };
  };
  const polite: ReturnType<typeof side> = side(
    true,
    tracks.polite ?? NOTHING,
    (signal) => void other.link.receive(signal),
  );
  const other: ReturnType<typeof side> = side(
    false,
    tracks.other ?? NOTHING,
    (signal) => void polite.link.receive(signal),
  );
  return {
    polite,
    other,
    holdUp: () => {
      isHeldUp = true;
    },
    letGo: () => {
      isHeldUp = false;
      for (const deliver of waiting.splice(0)) deliver();
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(50);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'MediaStream',
    class {
      constructor(readonly tracks: MediaStreamTrack[] = []) {}
      getTracks = () => this.tracks;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('two peers', () => {
  it('agree on three lines in any order', async () => {
    const microphone = fakeTrack('audio');
    const camera = fakeTrack('video');
    const { polite, other } = pair({
      polite: { ...NOTHING, camera },
      other: { ...NOTHING, microphone },
    });
    polite.link.start();
    other.link.start();
    await settle();
    expect([polite.link.isConnected, other.link.isConnected]).toEqual([true, true]);
    const sent = ({ last }: typeof polite) => last().transceivers.map(({ sender }) => sender.track);
    expect(sent(polite)).toEqual([null, camera, null]);
    expect(sent(other)).toEqual([microphone, null, null]);
    expect(polite.last().transceivers.every(({ direction }) => direction === 'sendrecv')).toBe(true);
    expect(polite.link.voice?.getTracks()).toHaveLength(1);
    expect(polite.last().candidates.length).toBeGreaterThan(0);
  });

  it('connect when one joins much later', async () => {
    const { polite, other } = pair();
    other.link.start();
    await settle();
    polite.link.start();
    await settle();
    expect([polite.link.isConnected, other.link.isConnected]).toEqual([true, true]);
  });

  it('change what they send without a new agreement', async () => {
    const { polite, other } = pair();
    polite.link.start();
    other.link.start();
    await settle();
    const agreed = other.last().localDescription;
    const screen = fakeTrack('video');
    other.link.setTracks({ ...NOTHING, screen });
    await settle();
    expect(other.last().transceivers[2]?.sender.track).toBe(screen);
    expect(other.last().localDescription).toBe(agreed);
  });
});

describe('a change of the network', () => {
  it('survives simultaneous restarts', async () => {
    const { polite, other, holdUp, letGo } = pair();
    polite.link.start();
    other.link.start();
    await settle();
    holdUp();
    polite.link.recover();
    other.link.recover();
    await settle();
    letGo();
    await settle();
    expect(polite.connections).toHaveLength(1);
    expect(other.connections).toHaveLength(1);
    expect([polite.last().signalingState, other.last().signalingState]).toEqual(['stable', 'stable']);
  });

  it('restarts ICE, then replaces the connection', async () => {
    const { polite, other } = pair();
    polite.link.start();
    other.link.start();
    await settle();
    other.last().hasWay = false;
    other.last().to('disconnected');
    expect(other.last().restarts).toBe(0);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(other.last().restarts).toBe(1);
    expect(other.connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    await settle();
    expect(other.connections).toHaveLength(2);
    expect([polite.link.isConnected, other.link.isConnected]).toEqual([true, true]);
  });

  it('that is over by itself needs no help', async () => {
    const { polite, other } = pair();
    polite.link.start();
    other.link.start();
    await settle();
    other.last().to('disconnected');
    other.last().to('connected');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(other.last().restarts).toBe(0);
    expect(other.connections).toHaveLength(1);
  });
});

describe('a peer without connection', () => {
  it.each(['polite', 'other'] as const)('is met anew (%s)', async (who) => {
    const both = pair();
    both.polite.link.start();
    both.other.link.start();
    await settle();
    const one = both[who];
    one.link.close();
    one.link.start();
    await settle();
    expect([both.polite.link.isConnected, both.other.link.isConnected]).toEqual([true, true]);
    expect(one.connections).toHaveLength(2);
  });

  it('ignores signals of the previous connection', async () => {
    const { polite, other, holdUp, letGo } = pair();
    polite.link.start();
    other.link.start();
    await settle();
    holdUp();
    other.link.recover();
    await settle();
    other.link.close();
    other.link.start();
    await settle();
    letGo();
    await settle();
    expect([polite.link.isConnected, other.link.isConnected]).toEqual([true, true]);
  });
});
