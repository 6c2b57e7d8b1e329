import type { CallEvent, ServerError } from '../../client/protocol';
import { ExternalStore } from '../../external-store';
import type { BuiltInCall } from './built-in-call';
import type { JitsiCall } from './jitsi-call';
import type { CallLine } from './line';
import type { CallRoom } from './room';

/** Which call: the one of a channel, begun if there is none, or the one of an invitation. */
export type CallTarget = { channelId: string } | { room: string };

/**
 * `opening`: asks the server; `asking`: the question about recording; `waiting`: on the way in; `live`; `ended`; `failed`.
 */
export type CallPhase = 'opening' | 'asking' | 'waiting' | 'live' | 'ended' | 'failed';

export interface CallState {
  phase: CallPhase;
  room: CallRoom | null;
  /** How it ended: by oneself, for everybody, because it goes on in another tab, or because one may not be in it. */
  end: 'left' | 'over' | 'moved' | 'barred' | null;
  /** What kept it from beginning. */
  error: unknown;
  /** An answer about the recording is on its way. */
  isAnswering: boolean;
  /** What the server said to the last answer, if that was no. */
  answerError: unknown;
  /** When one came in. */
  liveSince: number | null;
  conference: Conference | null;
}

export type Conference = BuiltInCall | JitsiCall;

export interface CallApi {
  start(channelId: string): Promise<CallRoom>;
  room(room: string): Promise<CallRoom>;
  consent(room: string, consent: boolean): Promise<CallRoom>;
  /** `onBarred`: the server says that one may not be in the call. */
  /** `participant` is null where this tab is not in the conference. */
  event(room: string, kind: string, participant: string | null, onBarred?: () => void): void;
}

export interface SessionOptions {
  target: CallTarget;
  api: CallApi;
  line: CallLine;
  /** Makes what the call runs on and lets it begin. */
  connect(room: CallRoom, onLeft: () => void): Conference;
  now(): number;
}

/** The ends that are not everybody's, by the server's word for them. */
const ENDS: Readonly<Record<string, CallState['end'] & string>> = {
  moved: 'moved',
  not_active_member: 'barred',
};

/** What the server says to somebody whose call it is no more. */
const BARRING = new Set(['not_active_member', 'call_unknown']);

/** Why the hub did not let one in. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: string;

  constructor({ code, message }: Pick<ServerError, 'code' | 'message'>) {
    super(message);
    this.code = code;
  }
}

/** One person's way through one call, from the question about recording to the end. */
export class CallSession extends ExternalStore<CallState> {
  private readonly options: SessionOptions;
  private readonly deafen: () => void;

  constructor(options: SessionOptions) {
    super({
      phase: 'opening',
      room: null,
      end: null,
      error: null,
      isAnswering: false,
      answerError: null,
      liveSince: null,
      conference: null,
    });
    this.options = options;
    this.deafen = options.line.listen({
      onEvent: (event) => this.receive(event),
      onRefused: (error) => this.refused(error),
      onConnection: (isOpen) => {
        if (isOpen) void this.refresh();
      },
    });
    void this.open();
  }

  /** Whether one is in the call, or on the way into it. */
  get isOn(): boolean {
    const { phase } = this.getSnapshot();
    return phase === 'waiting' || phase === 'live';
  }

  /** Whether one is out of a call that may go on. */
  get hasWayBack(): boolean {
    const { phase, end } = this.getSnapshot();
    return phase === 'ended' && (end === 'left' || end === 'moved');
  }

  /** Once more, after a failure or a farewell. */
  retry(): void {
    this.dropConference();
    this.patch({ phase: 'opening', error: null, end: null, answerError: null });
    void this.open();
  }

  /** The answer to the question about recording; in the call it can be changed. */
  async answer(consent: boolean): Promise<void> {
    const { room, isAnswering } = this.getSnapshot();
    if (!room || isAnswering) return;
    this.patch({ isAnswering: true, answerError: null });
    try {
      this.learned(await this.options.api.consent(room.room, consent));
      if (this.getSnapshot().phase === 'asking') this.enter();
    } catch (answerError) {
      this.patch({ answerError });
    } finally {
      this.patch({ isAnswering: false });
    }
  }

  /** The conference is in. */
  arrived(): void {
    if (this.getSnapshot().phase !== 'waiting') return;
    this.patch({ phase: 'live', liveSince: this.options.now() });
  }

  hangUp(): void {
    const { room, conference } = this.getSnapshot();
    this.end('left');
    // Nobody has to wait for a call that nobody is in any more.
    if (room) this.options.api.event(room.room, 'ended', conference?.participant ?? null);
  }

  /** One may not be in the call (any more): a conference that knows nothing of it would go on. */
  barred(): void {
    if (this.getSnapshot().phase === 'asking' || this.isOn || this.hasWayBack) this.end('barred');
  }

  /** Lets everything go: the page is left, or the call is put away. */
  dispose(): void {
    const { room, phase } = this.getSnapshot();
    this.deafen();
    this.dropConference();
    // Who called and never went in takes it back: it would ring on for a call that nobody makes. Anybody else's word
    // ends nothing, and who was in the call may be back in a moment.
    if (room && phase !== 'live' && phase !== 'ended') this.options.api.event(room.room, 'ended', null);
  }

  private async open(): Promise<void> {
    const { target, api } = this.options;
    const known = this.getSnapshot().room?.room;
    try {
      const room = await ('room' in target || known
        ? api.room(known ?? (target as { room: string }).room)
        : api.start((target as { channelId: string }).channelId));
      if (this.getSnapshot().phase !== 'opening') return;
      this.patch({ room });
      if (room.endedAt !== null) this.end('over');
      else if (room.consent === null) this.patch({ phase: 'asking' });
      else this.enter();
    } catch (error) {
      if (this.getSnapshot().phase === 'opening') this.patch({ phase: 'failed', error });
    }
  }

  private enter(): void {
    const { room } = this.getSnapshot();
    if (!room) return;
    this.patch({ phase: 'waiting' });
    const conference = this.options.connect(room, () => this.end('left'));
    this.patch({ conference });
  }

  /** What was missed while the connection was away. */
  private async refresh(): Promise<void> {
    const { room, phase } = this.getSnapshot();
    if (!room || phase === 'opening' || phase === 'failed') return;
    if (phase === 'ended' && !this.hasWayBack) return;
    try {
      const fresh = await this.options.api.room(room.room);
      this.learned(fresh);
      if (fresh.endedAt !== null) this.end('over');
    } catch (error) {
      // Else the next news brings it; the call itself goes on.
      if (BARRING.has((error as { code?: string }).code ?? '')) this.barred();
    }
  }

  private receive(event: CallEvent): void {
    const { room, phase } = this.getSnapshot();
    if (!room || event.room !== room.room || (phase === 'ended' && !this.hasWayBack)) return;
    if (event.command === 'call_changed') {
      const { participants, recording, declined } = event;
      this.learned({ ...room, participants, recording, declined });
    } else if (event.command === 'call_ended') {
      this.end(ENDS[event.reason ?? ''] ?? 'over');
    }
  }

  private refused(error: ServerError): void {
    if (error.in_reply_to !== 'call_join' || !this.isOn) return;
    this.dropConference();
    if (error.code === 'consent_first') this.patch({ phase: 'asking' });
    else if (error.code === 'call_unknown') this.end('over');
    else this.patch({ phase: 'failed', error: new CallRefused(error) });
  }

  private learned(room: CallRoom): void {
    this.patch({ room });
    const { conference } = this.getSnapshot();
    if (conference?.kind === 'jitsi') conference.update(room);
  }

  private end(end: NonNullable<CallState['end']>): void {
    this.dropConference();
    this.patch({ phase: 'ended', end });
  }

  private dropConference(): void {
    const { conference } = this.getSnapshot();
    if (!conference) return;
    this.patch({ conference: null });
    conference.leave();
  }
}
