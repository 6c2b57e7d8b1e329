import type { WirePeer } from '../../client/frames.gen';
import { ExternalStore } from '../../external-store';
import type { CallRoom } from './call-room';
import type { CallFrame, CallSignaling } from './call-signaling';
import type { LocalMedia } from './local-media';
import { Mesh } from './mesh';
import type { PeerLink } from './peer-link';
import { cameraBitrate, isSpeaking, type Quality, qualityOf, type Sample, sampleOf } from './quality';
import { fromWire, toWire } from './signal';

/** Another participant's tab in the call. */
export interface RemotePeer {
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
  /** The hub admitted this tab. */
  isJoined: boolean;
  /** The connection to the hub is lost. Media continue; joins and leaves are unknown. */
  isDisconnected: boolean;
  remotePeers: readonly RemotePeer[];
  /** Another peer has been in the call. */
  hasHadPeers: boolean;
}

export interface BuiltInOptions {
  room: CallRoom;
  signaling: CallSignaling;
  media: LocalMedia;
  newId(): string;
  connect(configuration: RTCConfiguration): RTCPeerConnection;
  /** Fires `online` after a change of the network. */
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

interface PeerStats {
  sample: Sample;
  isSpeaking: boolean;
  quality: Quality;
}

const STATS_INTERVAL_MS = 600;
const NO_STATS: PeerStats = {
  sample: { received: 0, lost: 0, roundTrip: null, loudness: 0 },
  isSpeaking: false,
  quality: 'good',
};

/** A peer-to-peer call: each tab sends to every other one; the hub only relays signals. */
export class BuiltInCall extends ExternalStore<BuiltInState> {
  readonly kind = 'builtin';
  /** The id of this tab in the call. */
  readonly participantId: string;
  readonly media: LocalMedia;
  private readonly options: BuiltInOptions;
  private readonly mesh: Mesh;
  private readonly cleanups: (() => void)[] = [];
  private readonly peerStats = new Map<string, PeerStats>();
  private listedPeers: readonly WirePeer[] = [];
  private statsTimer: ReturnType<typeof setInterval> | undefined;
  private isLeft = false;
  private lastSentState = '';

  constructor(options: BuiltInOptions) {
    super({ isJoined: false, isDisconnected: false, remotePeers: [], hasHadPeers: false });
    const { room, signaling, media, newId, connect } = options;
    this.options = options;
    this.media = media;
    this.participantId = newId();
    const iceServers = room.iceServers.map(toIceServer);
    this.mesh = new Mesh({
      connect: () => connect({ iceServers, bundlePolicy: 'max-bundle' }),
      send: (to_peer, signal) =>
        signaling.send({ command: 'call_signal', room: room.room, to_peer, data: toWire(signal) }),
      newSession: newId,
      onChange: () => this.publish(),
    });
  }

  /** Opens microphone and camera, then joins. */
  async start(): Promise<void> {
    const { signaling, media, network } = this.options;
    const networkChanged = () => this.mesh.networkChanged();
    network.addEventListener('online', networkChanged);
    this.cleanups.push(
      () => network.removeEventListener('online', networkChanged),
      media.subscribe(() => this.localMediaChanged()),
    );
    await media.open();
    if (this.isLeft) return;
    // The media of a preview are open already, and do not change.
    this.localMediaChanged();
    this.cleanups.push(
      signaling.listen({
        onFrame: (event) => this.receive(event),
        onConnection: (isOpen) => this.connection(isOpen),
      }),
    );
    this.statsTimer = setInterval(() => void this.pollStats(), STATS_INTERVAL_MS);
    this.join();
  }

  leave(): void {
    if (this.isLeft) return;
    this.isLeft = true;
    const { room, signaling, media } = this.options;
    signaling.send({ command: 'call_leave', room: room.room, peer: this.participantId });
    clearInterval(this.statsTimer);
    for (const end of this.cleanups) end();
    this.mesh.close();
    media.close();
    this.patch({ isJoined: false, remotePeers: [] });
  }

  private join(): void {
    this.lastSentState = '';
    this.options.signaling.send({
      command: 'call_join',
      room: this.options.room.room,
      peer: this.participantId,
    });
  }

  private connection(isOpen: boolean): void {
    this.patch({ isDisconnected: !isOpen });
    if (!isOpen) return;
    this.join();
    if (this.getSnapshot().isJoined) this.mesh.hubReconnected();
  }

  private receive(event: CallFrame): void {
    if (event.room !== this.options.room.room) return;
    if (event.command === 'call_peers') this.setPeers(event.peers);
    else if (event.command === 'call_signal') {
      const signal = fromWire(event.data);
      if (signal) this.mesh.signal(event.from_peer, signal);
    }
  }

  private setPeers(peers: readonly WirePeer[]): void {
    const isNew = !this.getSnapshot().isJoined;
    this.listedPeers = peers;
    this.mesh.setPeers(peers);
    if (isNew) this.patch({ isJoined: true });
    this.sendMediaState();
    this.limitCameras();
    this.publish();
  }

  private localMediaChanged(): void {
    this.mesh.setTracks(this.media.getSnapshot().tracks);
    if (this.getSnapshot().isJoined) this.sendMediaState();
  }

  private mediaState() {
    const { microphone, camera, isSharing } = this.media.getSnapshot();
    return { microphone: microphone === 'on', camera: camera === 'on', screen: isSharing };
  }

  /** Sends the state of microphone, camera and screen if it changed. */
  private sendMediaState(): void {
    const { room, signaling } = this.options;
    const state = this.mediaState();
    const encoded = JSON.stringify(state);
    if (encoded === this.lastSentState) return;
    const command = { command: 'call_state', room: room.room, peer: this.participantId, ...state } as const;
    if (signaling.send(command)) this.lastSentState = encoded;
  }

  private limitCameras(): void {
    const maxBitrate = cameraBitrate(this.mesh.peers.length);
    for (const peer of this.mesh.peers) this.mesh.link(peer)?.limitCamera(maxBitrate);
  }

  /** Measures speech and connection quality of each peer. */
  private async pollStats(): Promise<void> {
    for (const peer of this.mesh.peers) {
      const report = await this.mesh.link(peer)?.stats();
      if (!report) continue;
      const sample = sampleOf(report as unknown as Iterable<[string, unknown]>);
      const before = this.peerStats.get(peer) ?? NO_STATS;
      const quality = qualityOf(before.sample, sample);
      this.peerStats.set(peer, { sample, quality, isSpeaking: isSpeaking(sample) });
    }
    this.publish();
  }

  private publish(): void {
    if (this.isLeft) return;
    const before = this.getSnapshot().remotePeers;
    const remotePeers = this.mesh.peers.map((peer) => {
      const known = before.find((remote) => remote.peer === peer);
      const entry = this.listedPeers.find((one) => one.peer === peer);
      const next = remotePeerOf(
        peer,
        entry,
        this.mesh.link(peer),
        this.peerStats.get(peer) ?? NO_STATS,
        known,
      );
      return known && same(known, next) ? known : next;
    });
    const hasHadPeers = this.getSnapshot().hasHadPeers || remotePeers.length > 0;
    if (remotePeers.length === before.length && remotePeers.every((remote, i) => remote === before[i]))
      return;
    this.patch({ remotePeers, hasHadPeers });
  }
}

function remotePeerOf(
  peer: string,
  entry: WirePeer | undefined,
  link: PeerLink | undefined,
  { isSpeaking, quality }: PeerStats,
  known: RemotePeer | undefined,
): RemotePeer {
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

const same = (one: RemotePeer, other: RemotePeer): boolean =>
  (Object.keys(one) as (keyof RemotePeer)[]).every((key) => one[key] === other[key]);

function toIceServer({ urls, username, credential }: CallRoom['iceServers'][number]): RTCIceServer {
  return { urls: [...urls], ...(username ? { username } : {}), ...(credential ? { credential } : {}) };
}
