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
  /** When a call of one's own conversations ended last. */
  lastEnd: number | null;
}

export type IncomingCall = Extract<CallEvent, { command: 'incoming_call' }>;

export interface DeskOptions extends Omit<RingingOptions, 'canRing'> {
  line: CallLine;
  canRing(): boolean;
  /** Whether video calls are a part of the person's programme: for anybody else nothing rings. */
  canTake(): boolean;
  /** Asks the server for a call that a push told of; null if it does not ring for this person (any more). */
  lookUp(room: string, ringsUntil: string): Promise<IncomingCall | null>;
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
  /** Calls that ring no longer. */
  private readonly settled = new Set<string>();
  private readonly deafen: () => void;

  constructor(options: DeskOptions) {
    super({ session: null, isOpening: false, lastEnd: null });
    this.options = options;
    this.ringing = new Ringing({
      ...options,
      // Who talks is not rung at: what they see says enough.
      canRing: () => this.getSnapshot().session?.isOn !== true && options.canRing(),
      answer: (room, accept) => {
        this.settled.add(room);
        options.answer(room, accept);
      },
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
    this.patch({ session: null, isOpening: true });
    try {
      this.patch({ session: await this.options.open(target), isOpening: false });
    } catch {
      this.patch({ session: null, isOpening: false });
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

  /** Goes to a call that was taken outside of the page. */
  take(room: string): void {
    if (this.options.canTake()) void this.open({ room });
  }

  /** A push says that somebody calls. The connection may be away, or slower: the call rings once, whichever comes first. */
  async pushed(room: string, ringsUntil: string): Promise<void> {
    if (this.isHeard(room)) return;
    const call = await this.options.lookUp(room, ringsUntil);
    if (call && !this.isHeard(room)) this.receive(call);
  }

  /** Puts the call away. */
  close(): void {
    this.getSnapshot().session?.dispose();
    this.patch({ session: null, isOpening: false });
  }

  dispose(): void {
    this.deafen();
    this.ringing.stop();
    this.close();
  }

  private isHeard(room: string): boolean {
    const isHere = this.getSnapshot().session?.getSnapshot().room?.room === room;
    return isHere || this.settled.has(room) || this.ringing.getSnapshot()?.room === room;
  }

  private isIn(session: CallSession, target: CallTarget): boolean {
    const { room, phase } = session.getSnapshot();
    if (!room || phase === 'ended' || phase === 'failed') return false;
    return 'room' in target ? room.room === target.room : room.channel === target.channelId;
  }

  private settle(room: string): void {
    this.settled.add(room);
    this.ringing.settled(room);
  }

  private receive(event: CallEvent): void {
    switch (event.command) {
      case 'incoming_call': {
        if (!this.options.canTake()) return;
        const { room, channel_id, from_user_id, from_name, expires_at } = event;
        const call = { room, channelId: channel_id, fromUserId: from_user_id, fromName: from_name };
        const isKnown = this.getSnapshot().session?.getSnapshot().room?.room === room;
        if (isKnown || (this.target && isFor(this.target, call))) return;
        this.ringing.incoming(call, expires_at);
        this.options.onNews(event);
        break;
      }
      case 'call_answered':
        this.settle(event.room);
        break;
      case 'call_ended':
        this.settle(event.room);
        this.patch({ lastEnd: this.options.now() });
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
