/** The part of a transceiver that peer links use. */
class FakeTransceiver {
  direction: RTCRtpTransceiverDirection = 'recvonly';
  readonly receiver: { track: MediaStreamTrack };
  readonly sender = {
    track: null as MediaStreamTrack | null,
    replaceTrack: (track: MediaStreamTrack | null) => {
      this.sender.track = track;
      return Promise.resolve();
    },
    getParameters: () => ({ encodings: [{}] }),
    setParameters: () => Promise.resolve(),
  };

  constructor(kind: string) {
    this.receiver = { track: fakeTrack(kind) };
  }
}

export const fakeTrack = (kind: string): MediaStreamTrack =>
  Object.assign(new EventTarget(), { kind, enabled: true, readyState: 'live', stop: () => {} }) as never;

let offers = 0;

/**
 * A connection that follows the offer/answer rules and throws where a browser would. A session description is only a
 * name and a number of lines.
 */
export class FakeConnection {
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: RTCSessionDescription | null = null;
  remoteDescription: RTCSessionDescription | null = null;
  readonly candidates: RTCIceCandidateInit[] = [];
  readonly transceivers: FakeTransceiver[] = [];
  restarts = 0;
  /** Whether the peer is reachable. */
  hasWay = true;
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: RTCIceCandidate | null }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;

  addTransceiver(what: MediaStreamTrack | string, { direction }: RTCRtpTransceiverInit) {
    const transceiver = new FakeTransceiver(typeof what === 'string' ? what : what.kind);
    transceiver.direction = direction ?? 'sendrecv';
    if (typeof what !== 'string') transceiver.sender.track = what;
    this.transceivers.push(transceiver);
    this.negotiate();
  }

  getTransceivers = () => this.transceivers;

  async setLocalDescription(): Promise<void> {
    await null;
    if (this.connectionState === 'closed') throw new DOMException('closed', 'InvalidStateError');
    const isAnswer = this.signalingState === 'have-remote-offer';
    this.localDescription = describe(isAnswer ? 'answer' : 'offer', this.transceivers.length);
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer';
    if (isAnswer) this.to('connected');
    const candidate = { toJSON: () => ({ candidate: 'here' }) } as RTCIceCandidate;
    setTimeout(() => this.onicecandidate?.({ candidate }));
  }

  async setRemoteDescription({ type, sdp }: RTCSessionDescriptionInit): Promise<void> {
    await null;
    const fits = type === 'offer' || this.signalingState === 'have-local-offer';
    if (!fits) throw new DOMException(`${type} in ${this.signalingState}`, 'InvalidStateError');
    const lines = Number(sdp?.split('/')[1]);
    while (this.transceivers.length < lines) {
      this.transceivers.push(new FakeTransceiver(this.transceivers.length === 0 ? 'audio' : 'video'));
    }
    this.remoteDescription = { type, sdp: sdp ?? '' } as RTCSessionDescription;
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable';
    if (type === 'answer') this.to('connected');
  }

  async addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    await null;
    if (!this.remoteDescription) throw new DOMException('too early', 'InvalidStateError');
    this.candidates.push(candidate);
  }

  restartIce(): void {
    this.restarts += 1;
    this.negotiate();
  }

  getStats = () => Promise.resolve(new Map() as unknown as RTCStatsReport);

  close(): void {
    this.connectionState = 'closed';
    this.signalingState = 'closed';
  }

  /** Changes the connection state. */
  to(state: RTCPeerConnectionState): void {
    if (this.connectionState === state || this.connectionState === 'closed') return;
    if (state === 'connected' && !this.hasWay) return;
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  private negotiate(): void {
    void Promise.resolve().then(() => this.onnegotiationneeded?.());
  }
}

function describe(type: RTCSdpType, lines: number): RTCSessionDescription {
  const description = { type, sdp: `${++offers}/${lines}` };
  return { ...description, toJSON: () => description } as RTCSessionDescription;
}
