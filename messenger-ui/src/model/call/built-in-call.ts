import type { CallEvent, CallPeer } from '../../client/protocol';
import { ExternalStore } from '../../external-store';
import type { CallLine } from './line';
import type { LocalMedia } from './local-media';
import { Mesh } from './mesh';
import type { PeerLink } from './peer-link';
import { cameraBitrate, isSpeaking, type Quality, qualityOf, type Sample, sampleOf } from './quality';
import type { CallRoom } from './room';
import { fromWire, toWire } from './signal';

/** Somebody else in the call, as they are seen and heard here. */
export interface Other {
  peer: string;
  userId: string;
  name: string;
  isConnected: boolean;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
  isSpeaking: boolean;
  quality: Quality;
  voice: MediaStream | null;
  cameraStream: MediaStream | null;
  screenStream: MediaStream | null;
}

export interface BuiltInState {
  /** The hub has let one in. */
  isIn: boolean;
  /** The way to the hub is lost. Pictures go on; who comes and goes is not known. */
  isCutOff: boolean;
  others: readonly Other[];
  /** Somebody else was here before. */
  hasMet: boolean;
}

export interface BuiltInOptions {
  room: CallRoom;
  line: CallLine;
  media: LocalMedia;
  newId(): string;
  connect(configuration: RTCConfiguration): RTCPeerConnection;
  /** Where the browser tells that the network is another one. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

interface Seen {
  sample: Sample;
  isSpeaking: boolean;
  quality: Quality;
}

const LOOK_EVERY_MS = 600;
const UNSEEN: Seen = {
  sample: { received: 0, lost: 0, roundTrip: null, loudness: 0 },
  isSpeaking: false,
  quality: 'good',
};

/** A call from browser to browser: everybody sends to everybody, and the hub only brings them together. */
export class BuiltInCall extends ExternalStore<BuiltInState> {
  readonly kind = 'builtin';
  /** This tab's name in the call. */
  readonly participant: string;
  readonly media: LocalMedia;
  private readonly options: BuiltInOptions;
  private readonly mesh: Mesh;
  private readonly endings: (() => void)[] = [];
  private readonly seen = new Map<string, Seen>();
  private listed: readonly CallPeer[] = [];
  private looking: ReturnType<typeof setInterval> | undefined;
  private isLeft = false;
  private told = '';

  constructor(options: BuiltInOptions) {
    super({ isIn: false, isCutOff: false, others: [], hasMet: false });
    const { room, line, media, newId, connect } = options;
    this.options = options;
    this.media = media;
    this.participant = newId();
    const iceServers = room.iceServers.map(toIceServer);
    this.mesh = new Mesh({
      connect: () => connect({ iceServers, bundlePolicy: 'max-bundle' }),
      send: (to_peer, signal) =>
        line.send({ command: 'call_signal', room: room.room, to_peer, data: toWire(signal) }),
      newSession: newId,
      onChange: () => this.publish(),
    });
  }

  /** Asks for microphone and camera, and then goes in. */
  async start(): Promise<void> {
    const { line, media, network } = this.options;
    const networkChanged = () => this.mesh.networkChanged();
    network.addEventListener('online', networkChanged);
    this.endings.push(
      () => network.removeEventListener('online', networkChanged),
      media.subscribe(() => this.ownChanged()),
    );
    await media.open();
    if (this.isLeft) return;
    this.endings.push(
      line.listen({
        onEvent: (event) => this.receive(event),
        onConnection: (isOpen) => this.connection(isOpen),
      }),
    );
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.join();
  }

  leave(): void {
    if (this.isLeft) return;
    this.isLeft = true;
    const { room, line, media } = this.options;
    line.send({ command: 'call_leave', room: room.room, peer: this.participant });
    clearInterval(this.looking);
    for (const end of this.endings) end();
    this.mesh.close();
    media.close();
    this.patch({ isIn: false, others: [] });
  }

  private join(): void {
    this.told = '';
    this.options.line.send({ command: 'call_join', room: this.options.room.room, peer: this.participant });
  }

  private connection(isOpen: boolean): void {
    this.patch({ isCutOff: !isOpen });
    if (!isOpen) return;
    this.join();
    if (this.getSnapshot().isIn) this.mesh.returned();
  }

  private receive(event: CallEvent): void {
    if (event.room !== this.options.room.room) return;
    if (event.command === 'call_peers') this.peersCame(event.peers);
    else if (event.command === 'call_signal') {
      const signal = fromWire(event.data);
      if (signal) this.mesh.signal(event.from_peer, signal);
    }
  }

  private peersCame(peers: readonly CallPeer[]): void {
    const isNew = !this.getSnapshot().isIn;
    this.listed = peers;
    this.mesh.setPeers(peers);
    if (isNew) this.patch({ isIn: true });
    this.tellState();
    this.limitCameras();
    this.publish();
  }

  private ownChanged(): void {
    this.mesh.setTracks(this.media.getSnapshot().tracks);
    if (this.getSnapshot().isIn) this.tellState();
  }

  private ownState() {
    const { microphone, camera, isSharing } = this.media.getSnapshot();
    return { microphone: microphone === 'on', camera: camera === 'on', screen: isSharing };
  }

  /** What the others see of one's switches, unless the hub knows it. */
  private tellState(): void {
    const { room, line } = this.options;
    const state = this.ownState();
    const told = JSON.stringify(state);
    if (told === this.told) return;
    const command = { command: 'call_state', room: room.room, peer: this.participant, ...state } as const;
    if (line.send(command)) this.told = told;
  }

  private limitCameras(): void {
    const maxBitrate = cameraBitrate(this.mesh.peers.length);
    for (const peer of this.mesh.peers) this.mesh.link(peer)?.limitCamera(maxBitrate);
  }

  /** Who speaks, and how well one hears them. */
  private async look(): Promise<void> {
    for (const peer of this.mesh.peers) {
      const report = await this.mesh.link(peer)?.stats();
      if (!report) continue;
      const sample = sampleOf(report as unknown as Iterable<[string, unknown]>);
      const before = this.seen.get(peer) ?? UNSEEN;
      const quality = qualityOf(before.sample, sample);
      this.seen.set(peer, { sample, quality, isSpeaking: isSpeaking(sample) });
    }
    this.publish();
  }

  private publish(): void {
    if (this.isLeft) return;
    const before = this.getSnapshot().others;
    const others = this.mesh.peers.map((peer) => {
      const known = before.find((other) => other.peer === peer);
      const entry = this.listed.find((one) => one.peer === peer);
      const next = otherOf(peer, entry, this.mesh.link(peer), this.seen.get(peer) ?? UNSEEN, known);
      return known && same(known, next) ? known : next;
    });
    const hasMet = this.getSnapshot().hasMet || others.length > 0;
    if (others.length === before.length && others.every((other, index) => other === before[index])) return;
    this.patch({ others, hasMet });
  }
}

function otherOf(
  peer: string,
  entry: CallPeer | undefined,
  link: PeerLink | undefined,
  { isSpeaking, quality }: Seen,
  known: Other | undefined,
): Other {
  const isConnected = link?.isConnected ?? false;
  const microphone = entry?.microphone ?? known?.microphone ?? false;
  return {
    peer,
    userId: entry?.user_id ?? known?.userId ?? '',
    name: entry?.name ?? known?.name ?? '',
    isConnected,
    microphone,
    camera: entry?.camera ?? known?.camera ?? false,
    screen: entry?.screen ?? known?.screen ?? false,
    isSpeaking: isConnected && microphone && isSpeaking,
    quality,
    voice: link?.voice ?? null,
    cameraStream: link?.camera ?? null,
    screenStream: link?.screen ?? null,
  };
}

const same = (one: Other, other: Other): boolean =>
  (Object.keys(one) as (keyof Other)[]).every((key) => one[key] === other[key]);

function toIceServer({ urls, username, credential }: CallRoom['iceServers'][number]): RTCIceServer {
  return { urls: [...urls], ...(username ? { username } : {}), ...(credential ? { credential } : {}) };
}
