import type { Signal } from './signal';

/** The sent tracks: `null` sends silence or black and needs no renegotiation. */
export interface OwnTracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

export interface PeerLinkOptions {
  /** In a collision of offers the polite side withdraws its own. The impolite side also makes the first offer. */
  isPolite: boolean;
  connect(): RTCPeerConnection;
  send(signal: Signal): void;
  newSession(): string;
  onChange(): void;
}

/** The three media lines of every connection; their order identifies them. */
const MEDIA_LINES = ['microphone', 'camera', 'screen'] as const;
const TRACK_KIND = { microphone: 'audio', camera: 'video', screen: 'video' } as const;
/** A connection that has not recovered after this time gets an ICE restart. */
const ICE_RESTART_DELAY_MS = 2_500;
/** After this time it is replaced by a new connection. */
const RENEW_DELAY_MS = 8_000;

/**
 * The connection to one peer, with perfect negotiation. The impolite side negotiates the media lines once: microphone,
 * camera and screen switch by replacing tracks, so that only a change of the network needs renegotiation.
 */
export class PeerLink {
  /** The received tracks. They exist from the start and are empty until media arrive. */
  voice: MediaStream | null = null;
  camera: MediaStream | null = null;
  screen: MediaStream | null = null;
  private readonly options: PeerLinkOptions;
  private tracks: OwnTracks;
  private connection: RTCPeerConnection | null = null;
  private session: string | null = null;
  private isOffering = false;
  private ignoresOffer = false;
  private early: RTCIceCandidateInit[] = [];
  private work: Promise<void> = Promise.resolve();
  private recoveryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(tracks: OwnTracks, options: PeerLinkOptions) {
    this.tracks = tracks;
    this.options = options;
  }

  get isConnected(): boolean {
    return this.connection?.connectionState === 'connected';
  }

  start(): void {
    if (this.options.isPolite) this.options.send({ session: null, description: null });
    else this.begin(this.options.newSession());
  }

  /** Handles the signals of the peer in order. */
  receive(signal: Signal): Promise<void> {
    this.work = this.work.then(() => this.handleSignal(signal)).catch(() => this.renew());
    return this.work;
  }

  setTracks(tracks: OwnTracks): void {
    this.tracks = tracks;
    void this.sendTracks();
  }

  /** Restarts ICE, or replaces a broken connection, after a change of the network or a reconnect to the hub. */
  recover(): void {
    if (this.isConnected) this.connection?.restartIce();
    else this.renew();
  }

  /** Limits the camera's bit rate. */
  limitCamera(maxBitrate: number): void {
    const sender = this.connection?.getTransceivers()[MEDIA_LINES.indexOf('camera')]?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding || encoding.maxBitrate === maxBitrate) return;
    encoding.maxBitrate = maxBitrate;
    // Best effort: a browser may refuse it during a negotiation.
    sender.setParameters(parameters).catch(() => {});
  }

  async stats(): Promise<RTCStatsReport | null> {
    return (await this.connection?.getStats()) ?? null;
  }

  close(): void {
    clearTimeout(this.recoveryTimer);
    const { connection } = this;
    this.connection = null;
    this.session = null;
    if (!connection) return;
    connection.onnegotiationneeded = null;
    connection.onicecandidate = null;
    connection.onconnectionstatechange = null;
    connection.close();
  }

  private begin(session: string): void {
    this.close();
    this.session = session;
    this.isOffering = false;
    this.ignoresOffer = false;
    this.early = [];
    const connection = this.options.connect();
    this.connection = connection;
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) this.options.send({ session, candidate: candidate.toJSON() });
    };
    connection.onconnectionstatechange = () => this.stateChanged(connection);
    connection.onnegotiationneeded = () => void this.offer(connection, session);
    if (this.options.isPolite) return;
    for (const signaling of MEDIA_LINES) {
      connection.addTransceiver(this.tracks[signaling] ?? TRACK_KIND[signaling], { direction: 'sendrecv' });
    }
    this.listen(connection);
  }

  private async offer(connection: RTCPeerConnection, session: string): Promise<void> {
    this.isOffering = true;
    try {
      await connection.setLocalDescription();
      this.send(connection, session);
    } catch {
      // The connection was replaced or another offer won: both cases are handled elsewhere.
    } finally {
      this.isOffering = false;
    }
  }

  private async handleSignal({ session, description, candidate }: Signal): Promise<void> {
    if (session === null) return this.handleOfferRequest();
    if (session !== this.session) {
      // Signals of a replaced connection are ignored; only the impolite side names a new one.
      if (!this.options.isPolite || description?.type !== 'offer') return;
      this.begin(session);
    }
    const { connection } = this;
    if (!connection) return;
    if (description) await this.describe(connection, session, description);
    else if (candidate && !connection.remoteDescription) this.early.push(candidate);
    else if (candidate) await this.addCandidate(connection, candidate);
  }

  private async describe(
    connection: RTCPeerConnection,
    session: string,
    description: RTCSessionDescriptionInit,
  ): Promise<void> {
    const isOffer = description.type === 'offer';
    const collides = isOffer && (this.isOffering || connection.signalingState !== 'stable');
    this.ignoresOffer = collides && !this.options.isPolite;
    if (this.ignoresOffer || (!isOffer && connection.signalingState !== 'have-local-offer')) return;
    await connection.setRemoteDescription(description);
    for (const candidate of this.early.splice(0)) await this.addCandidate(connection, candidate);
    if (!isOffer) return;
    await this.sendTracks();
    this.listen(connection);
    await connection.setLocalDescription();
    this.send(connection, session);
  }

  private async addCandidate(connection: RTCPeerConnection, candidate: RTCIceCandidateInit): Promise<void> {
    try {
      await connection.addIceCandidate(candidate);
    } catch (error) {
      // Candidates of an ignored offer do not apply.
      if (!this.ignoresOffer) throw error;
    }
  }

  /** The polite side joined (again) without a connection: sends it the open offer, or a new connection. */
  private handleOfferRequest(): void {
    const { connection, session } = this;
    if (this.options.isPolite) return;
    if (connection && session && connection.localDescription && !connection.remoteDescription) {
      this.send(connection, session);
    } else if (!connection || connection.remoteDescription) {
      this.begin(this.options.newSession());
    }
  }

  private send({ localDescription }: RTCPeerConnection, session: string): void {
    if (localDescription) this.options.send({ session, description: localDescription.toJSON() });
  }

  private async sendTracks(): Promise<void> {
    const transceivers = this.connection?.getTransceivers() ?? [];
    await Promise.all(
      MEDIA_LINES.map(async (signaling, index) => {
        const transceiver = transceivers[index];
        if (!transceiver) return;
        if (transceiver.direction !== 'sendrecv') transceiver.direction = 'sendrecv';
        if (transceiver.sender.track !== this.tracks[signaling]) {
          await transceiver.sender.replaceTrack(this.tracks[signaling]);
        }
      }),
    );
  }

  private listen(connection: RTCPeerConnection): void {
    const [voice, camera, screen] = connection.getTransceivers().map(({ receiver }) => receiver.track);
    if (!voice || !camera || !screen || this.voice?.getTracks()[0] === voice) return;
    this.voice = new MediaStream([voice]);
    this.camera = new MediaStream([camera]);
    this.screen = new MediaStream([screen]);
    this.options.onChange();
  }

  private stateChanged(connection: RTCPeerConnection): void {
    clearTimeout(this.recoveryTimer);
    const { connectionState } = connection;
    if (connectionState === 'failed') this.scheduleRecovery(connection);
    else if (connectionState === 'disconnected') {
      this.recoveryTimer = setTimeout(() => this.scheduleRecovery(connection), ICE_RESTART_DELAY_MS);
    }
    this.options.onChange();
  }

  private scheduleRecovery(connection: RTCPeerConnection): void {
    connection.restartIce();
    this.recoveryTimer = setTimeout(() => this.renew(), RENEW_DELAY_MS);
  }

  private renew(): void {
    this.close();
    this.start();
    this.options.onChange();
  }
}
