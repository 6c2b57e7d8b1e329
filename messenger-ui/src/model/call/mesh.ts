import { type OwnTracks, PeerLink } from './peer-link';
import type { Signal } from './signal';

/** Another browser in the call. */
export interface Peer {
  peer: string;
  /** Whether this browser gives way to it. */
  polite: boolean;
}

export interface MeshOptions {
  connect(): RTCPeerConnection;
  send(peer: string, signal: Signal): void;
  newSession(): string;
  onChange(): void;
}

/** So long after a connection came back, a person who is missing may only not have come back yet. */
const RETURN_MS = 10_000;
/** What a stranger says is kept until the hub has told who it is, but not without end. */
const MOST_EARLY = 60;

/** A connection to each of the others. The list of the hub says who they are. */
export class Mesh {
  private readonly options: MeshOptions;
  private readonly links = new Map<string, PeerLink>();
  private readonly early = new Map<string, Signal[]>();
  private tracks: OwnTracks = { microphone: null, camera: null, screen: null };
  private listed: ReadonlySet<string> = new Set();
  private returnTimer: ReturnType<typeof setTimeout> | undefined;

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
    this.listed = new Set(peers.map(({ peer }) => peer));
    this.drop();
    for (const { peer, polite } of peers) {
      if (!this.links.has(peer)) this.add(peer, polite);
    }
    for (const peer of this.early.keys()) if (!this.listed.has(peer)) this.early.delete(peer);
  }

  signal(peer: string, signal: Signal): void {
    const link = this.links.get(peer);
    if (link) {
      void link.receive(signal);
      return;
    }
    const early = this.early.get(peer) ?? [];
    if (early.length < MOST_EARLY) this.early.set(peer, [...early, signal]);
  }

  setTracks(tracks: OwnTracks): void {
    this.tracks = tracks;
    for (const link of this.links.values()) link.setTracks(tracks);
  }

  /** The hub is back. It may have forgotten the others as well, who are coming back just now: nobody is dropped at once. */
  returned(): void {
    clearTimeout(this.returnTimer);
    this.returnTimer = setTimeout(() => {
      this.returnTimer = undefined;
      this.drop();
      this.options.onChange();
    }, RETURN_MS);
    for (const link of this.links.values()) if (!link.isConnected) link.revive();
  }

  /** The network is another one. */
  networkChanged(): void {
    for (const link of this.links.values()) link.revive();
  }

  close(): void {
    clearTimeout(this.returnTimer);
    for (const link of this.links.values()) link.close();
    this.links.clear();
    this.early.clear();
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
    for (const signal of this.early.get(peer) ?? []) void link.receive(signal);
    this.early.delete(peer);
  }

  /** Lets those go who are not listed (any more), unless their pictures go on and the list has only just begun anew. */
  private drop(): void {
    for (const [peer, link] of this.links) {
      if (this.listed.has(peer) || (this.returnTimer !== undefined && link.isConnected)) continue;
      link.close();
      this.links.delete(peer);
    }
  }
}
