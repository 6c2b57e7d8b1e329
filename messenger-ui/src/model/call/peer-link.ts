import type { Signal } from './signal';

/** What one sends: `null` is silence or a dark picture, and needs no new agreement. */
export interface OwnTracks {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
}

export interface PeerLinkOptions {
  /** Of two offers that cross each other the polite one's is withdrawn. The other one also begins. */
  isPolite: boolean;
  connect(): RTCPeerConnection;
  send(signal: Signal): void;
  newSession(): string;
  onChange(): void;
}

/** The three lines of every connection, in this order: the order is what says which is which. */
const LINES = ['microphone', 'camera', 'screen'] as const;
const KIND = { microphone: 'audio', camera: 'video', screen: 'video' } as const;
/** A connection that is not back by itself after this is helped. */
const HELP_AFTER_MS = 2_500;
/** If that did not help either, another one is made. */
const RENEW_AFTER_MS = 8_000;

/**
 * The connection to one other browser, by perfect negotiation. The lines are agreed on once, by the one who is not
 * polite: microphone, camera and screen go on and off by replacing what flows in them, so nothing has to be negotiated
 * but a change of the network.
 */
export class PeerLink {
  /** What comes from the other side. The tracks are there from the beginning, and dark until something flows. */
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
  private helpTimer: ReturnType<typeof setTimeout> | undefined;

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

  /** What the other side says, in the order it came. */
  receive(signal: Signal): Promise<void> {
    this.work = this.work.then(() => this.take(signal)).catch(() => this.renew());
    return this.work;
  }

  setTracks(tracks: OwnTracks): void {
    this.tracks = tracks;
    void this.sendTracks();
  }

  /** The network or the way to the hub is another one: what stands is kept, what does not is made anew. */
  revive(): void {
    if (this.isConnected) this.connection?.restartIce();
    else this.renew();
  }

  /** How much of the camera's picture is sent, in bits per second. */
  limitCamera(maxBitrate: number): void {
    const sender = this.connection?.getTransceivers()[LINES.indexOf('camera')]?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding || encoding.maxBitrate === maxBitrate) return;
    encoding.maxBitrate = maxBitrate;
    // Only a wish: a browser in the middle of a negotiation may refuse it.
    sender.setParameters(parameters).catch(() => {});
  }

  async stats(): Promise<RTCStatsReport | null> {
    return (await this.connection?.getStats()) ?? null;
  }

  close(): void {
    clearTimeout(this.helpTimer);
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
    for (const line of LINES) {
      connection.addTransceiver(this.tracks[line] ?? KIND[line], { direction: 'sendrecv' });
    }
    this.listen(connection);
  }

  private async offer(connection: RTCPeerConnection, session: string): Promise<void> {
    this.isOffering = true;
    try {
      await connection.setLocalDescription();
      this.say(connection, session);
    } catch {
      // The connection was given up meanwhile, or another offer came first: either is answered elsewhere.
    } finally {
      this.isOffering = false;
    }
  }

  private async take({ session, description, candidate }: Signal): Promise<void> {
    if (session === null) return this.askedToBegin();
    if (session !== this.session) {
      // What belongs to a connection of the past is nobody's any more; only the one who begins names a new one.
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
    this.say(connection, session);
  }

  private async addCandidate(connection: RTCPeerConnection, candidate: RTCIceCandidateInit): Promise<void> {
    try {
      await connection.addIceCandidate(candidate);
    } catch (error) {
      // Candidates of an offer that was ignored fit nothing.
      if (!this.ignoresOffer) throw error;
    }
  }

  /** The polite side came (again) and has nothing: it is offered what is open still, or a new connection. */
  private askedToBegin(): void {
    const { connection, session } = this;
    if (this.options.isPolite) return;
    if (connection && session && connection.localDescription && !connection.remoteDescription) {
      this.say(connection, session);
    } else if (!connection || connection.remoteDescription) {
      this.begin(this.options.newSession());
    }
  }

  private say({ localDescription }: RTCPeerConnection, session: string): void {
    if (localDescription) this.options.send({ session, description: localDescription.toJSON() });
  }

  private async sendTracks(): Promise<void> {
    const transceivers = this.connection?.getTransceivers() ?? [];
    await Promise.all(
      LINES.map(async (line, index) => {
        const transceiver = transceivers[index];
        if (!transceiver) return;
        if (transceiver.direction !== 'sendrecv') transceiver.direction = 'sendrecv';
        if (transceiver.sender.track !== this.tracks[line]) {
          await transceiver.sender.replaceTrack(this.tracks[line]);
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
    clearTimeout(this.helpTimer);
    const { connectionState } = connection;
    if (connectionState === 'failed') this.help(connection);
    else if (connectionState === 'disconnected') {
      this.helpTimer = setTimeout(() => this.help(connection), HELP_AFTER_MS);
    }
    this.options.onChange();
  }

  private help(connection: RTCPeerConnection): void {
    connection.restartIce();
    this.helpTimer = setTimeout(() => this.renew(), RENEW_AFTER_MS);
  }

  private renew(): void {
    this.close();
    this.start();
    this.options.onChange();
  }
}
