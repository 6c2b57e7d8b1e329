import type { CallEvent } from '../../client/protocol';
import { ExternalStore } from '../../external-store';
import type { Channel } from '../channels';
import type { CallLine } from './line';
import { Ringing, type RingingCall, type RingingOptions } from './ringing';
import type { CallSession, CallTarget } from './session';

export interface DeskState {
  session: CallSession | null;
  /** What a call is made of is being fetched. */
  isOpening: boolean;
}

export interface DeskOptions extends Omit<RingingOptions, 'canRing'> {
  line: CallLine;
  canRing(): boolean;
  /** Fetches what a call is made of, and begins one. */
  open(target: CallTarget): Promise<CallSession>;
  onOpenFailed(): void;
  /** Something is known anew of a room. */
  onNews(event: CallEvent): void;
}

/** All of a person's calls in this tab: the one that rings and the one they are in. */
export class CallDesk extends ExternalStore<DeskState> {
  readonly ringing: Ringing;
  private readonly options: DeskOptions;
  /** The call that one is going to. */
  private target: CallTarget | null = null;
  private readonly deafen: () => void;

  constructor(options: DeskOptions) {
    super({ session: null, isOpening: false });
    this.options = options;
    this.ringing = new Ringing({
      ...options,
      // Who talks is not rung at: what they see says enough.
      canRing: () => this.getSnapshot().session?.isOn !== true && options.canRing(),
    });
    this.deafen = options.line.listen({ onEvent: (event) => this.receive(event) });
  }

  /** Goes to a call. The one before ends; the same one stays. */
  async open(target: CallTarget): Promise<void> {
    const { session, isOpening } = this.getSnapshot();
    const rings = this.ringing.getSnapshot();
    if (rings && isFor(target, rings)) this.ringing.accept();
    if (isOpening || (session && this.isIn(session, target))) return;
    session?.dispose();
    this.target = target;
    this.set({ session: null, isOpening: true });
    try {
      this.set({ session: await this.options.open(target), isOpening: false });
    } catch {
      this.set({ session: null, isOpening: false });
      this.options.onOpenFailed();
    } finally {
      this.target = null;
    }
  }

  /** How the conversations are: in a quiet one nothing rings, and who may only read is in no call. */
  follow(channels: readonly Channel[]): void {
    const quiet = channels.filter(({ blackout }) => blackout.active);
    this.ringing.quiet(quiet.map(({ channelId }) => channelId));
    const { session } = this.getSnapshot();
    const room = session?.getSnapshot().room;
    const channel = channels.find(({ channelId }) => channelId === room?.channel);
    if (channel?.membership === 'inactive') session?.barred();
  }

  /** Answers the call that rings, and goes to it. */
  accept(): void {
    const call = this.ringing.accept();
    if (call) void this.open({ room: call.room });
  }

  /** Puts the call away. */
  close(): void {
    this.getSnapshot().session?.dispose();
    this.set({ session: null, isOpening: false });
  }

  dispose(): void {
    this.deafen();
    this.ringing.stop();
    this.close();
  }

  private isIn(session: CallSession, target: CallTarget): boolean {
    const { room, phase } = session.getSnapshot();
    if (!room || phase === 'ended' || phase === 'failed') return false;
    return 'room' in target ? room.room === target.room : room.channel === target.channelId;
  }

  private receive(event: CallEvent): void {
    switch (event.command) {
      case 'incoming_call': {
        const { room, channel_id, from_user_id, from_name, expires_at } = event;
        const call = { room, channelId: channel_id, fromUserId: from_user_id, fromName: from_name };
        const isKnown = this.getSnapshot().session?.getSnapshot().room?.room === room;
        if (isKnown || (this.target && isFor(this.target, call))) return;
        this.ringing.incoming(call, expires_at);
        this.options.onNews(event);
        break;
      }
      case 'call_answered':
        this.ringing.settled(event.room);
        break;
      case 'call_ended':
        this.ringing.settled(event.room);
        this.options.onNews(event);
        break;
      case 'call_changed':
        this.options.onNews(event);
        break;
    }
  }
}

const isFor = (target: CallTarget, { room, channelId }: RingingCall): boolean =>
  'room' in target ? target.room === room : target.channelId === channelId;
