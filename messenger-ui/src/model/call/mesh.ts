import { type OwnTracks, PeerLink } from './peer-link';
import type { Signal } from './signal';

/** Another tab in the call. */
export interface Peer {
  peer: string;
  /** Whether this tab is the polite side of the negotiation. */
  polite: boolean;
}

export interface MeshOptions {
  connect(): RTCPeerConnection;
  send(peer: string, signal: Signal): void;
  newSession(): string;
  onChange(): void;
}

/** How long after a reconnect a missing peer may still be reconnecting. */
const RECONNECT_GRACE_MS = 10_000;
/** The number of signals kept for a peer that the hub has not listed yet. */
const MAX_EARLY_SIGNALS = 60;

/** A connection to each peer that the hub lists. */
export class Mesh {
  private readonly options: MeshOptions;
  private readonly links = new Map<string, PeerLink>();
  private readonly earlySignals = new Map<string, Signal[]>();
  private tracks: OwnTracks = { microphone: null, camera: null, screen: null };
  private listedPeers: ReadonlySet<string> = new Set();
  private graceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MeshOptions) {
    this.options = options;
  }

  link(peer: string): PeerLink | undefined {
    return this.links.get(peer);
  }

  get peers(): readonly string[] {
    return [...this.links.keys()];
  }

  setPeers(peers: readonly Peer[]): void {
    this.listedPeers = new Set(peers.map(({ peer }) => peer));
    this.closeUnlisted();
    for (const { peer, polite } of peers) {
      if (!this.links.has(peer)) this.add(peer, polite);
    }
    for (const peer of this.earlySignals.keys())
      if (!this.listedPeers.has(peer)) this.earlySignals.delete(peer);
  }

  signal(peer: string, signal: Signal): void {
    const link = this.links.get(peer);
    if (link) {
      void link.receive(signal);
      return;
    }
    const early = this.earlySignals.get(peer) ?? [];
    if (early.length < MAX_EARLY_SIGNALS) this.earlySignals.set(peer, [...early, signal]);
  }

  setTracks(tracks: OwnTracks): void {
    this.tracks = tracks;
    for (const link of this.links.values()) link.setTracks(tracks);
  }

  /**
   * Handles a reconnect. A restarted hub may not list peers that are still reconnecting: no connection is closed at
   * once.
   */
  hubReconnected(): void {
    clearTimeout(this.graceTimer);
    this.graceTimer = setTimeout(() => {
      this.graceTimer = undefined;
      this.closeUnlisted();
      this.options.onChange();
    }, RECONNECT_GRACE_MS);
    for (const link of this.links.values()) if (!link.isConnected) link.recover();
  }

  /** Restores all connections after a change of the network. */
  networkChanged(): void {
    for (const link of this.links.values()) link.recover();
  }

  close(): void {
    clearTimeout(this.graceTimer);
    for (const link of this.links.values()) link.close();
    this.links.clear();
    this.earlySignals.clear();
  }

  private add(peer: string, isPolite: boolean): void {
    const { connect, send, newSession, onChange } = this.options;
    const link = new PeerLink(this.tracks, {
      isPolite,
      connect,
      send: (signal) => send(peer, signal),
      newSession,
      onChange,
    });
    this.links.set(peer, link);
    link.start();
    for (const signal of this.earlySignals.get(peer) ?? []) void link.receive(signal);
    this.earlySignals.delete(peer);
  }

  /** Closes links to peers that are not listed, except connected ones shortly after a reconnect. */
  private closeUnlisted(): void {
    for (const [peer, link] of this.links) {
      if (this.listedPeers.has(peer) || (this.graceTimer !== undefined && link.isConnected)) continue;
      link.close();
      this.links.delete(peer);
    }
  }
}
