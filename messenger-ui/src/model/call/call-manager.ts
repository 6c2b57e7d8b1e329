import type { IncomingCallFrame } from '../../client/frames.gen';
import { ExternalStore } from '../../external-store';
import type { Channel } from '../channels';
import type { CallSession, CallTarget } from './call-session';
import type { CallFrame, CallSignaling } from './call-signaling';
import { Ringing, type RingingCall, type RingingOptions } from './ringing';

export interface CallManagerState {
  session: CallSession | null;
  /** The code and the data of a call are loading. */
  isOpening: boolean;
  /** When a call in the person's channels last ended. */
  lastEnd: number | null;
}

export interface CallManagerOptions extends Omit<RingingOptions, 'canRing' | 'answer'> {
  signaling: CallSignaling;
  answer(room: string, accept: boolean): void;
  canRing(): boolean;
  /** Whether the person's programme has video calls; otherwise no call rings. */
  canReceiveCalls(): boolean;
  /** Fetches a call named by a push message; null if it no longer rings for this person. */
  fetchIncomingCall(room: string, ringsUntil: string): Promise<IncomingCallFrame | null>;
  /** Loads the code of calls and starts one. */
  open(target: CallTarget): Promise<CallSession>;
  onOpenFailed(): void;
  /** The state of a room changed. */
  onCallChanged(event: CallFrame): void;
}

/** The calls of a person in this tab: the ringing one and the active one. */
export class CallManager extends ExternalStore<CallManagerState> {
  readonly ringing: Ringing;
  private readonly options: CallManagerOptions;
  /** The call that is being opened. */
  private target: CallTarget | null = null;
  /** The ids of calls that stopped ringing. */
  private readonly settledCalls = new Set<string>();
  private readonly unsubscribe: () => void;

  constructor(options: CallManagerOptions) {
    super({ session: null, isOpening: false, lastEnd: null });
    this.options = options;
    this.ringing = new Ringing({
      ...options,
      // During a call another one only appears on the screen.
      canRing: () => this.getSnapshot().session?.isActive !== true && options.canRing(),
      answer: (room, accept, callId) => {
        this.settledCalls.add(callId);
        options.answer(room, accept);
      },
    });
    this.unsubscribe = options.signaling.listen({ onFrame: (event) => this.receive(event) });
  }

  /** Opens a call. A previous call ends; the same call continues. */
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

  /** Applies the channel list: nothing rings during a blackout, and inactive members leave the call. */
  setChannels(channels: readonly Channel[]): void {
    const quiet = channels.filter(({ blackout }) => blackout.active);
    this.ringing.applyBlackouts(quiet.map(({ channelId }) => channelId));
    const { session } = this.getSnapshot();
    const room = session?.getSnapshot().room;
    const channel = channels.find(({ channelId }) => channelId === room?.channel);
    if (channel?.membership === 'inactive') session?.excluded();
  }

  /** Accepts the ringing call and opens it. */
  accept(): void {
    const call = this.ringing.accept();
    if (call) void this.open({ room: call.room });
  }

  /** Opens a call that was accepted in a notification. */
  openFromNotification(room: string): void {
    if (this.options.canReceiveCalls()) void this.open({ room });
  }

  /**
   * Handles a push message about a call. The connection may be down or slower: the call rings once, whichever arrives
   * first.
   */
  async receivePush(room: string, ringsUntil: string): Promise<void> {
    if (this.ringing.getSnapshot()?.room === room || this.isHere(room)) return;
    const call = await this.options.fetchIncomingCall(room, ringsUntil);
    if (call && !this.settledCalls.has(call.call_id)) this.receive(call);
  }

  /** Closes the call. */
  close(): void {
    this.getSnapshot().session?.dispose();
    this.patch({ session: null, isOpening: false });
  }

  dispose(): void {
    this.unsubscribe();
    this.ringing.stop();
    this.close();
  }

  /** Whether the person is in this room, or entering it. */
  private isHere(room: string): boolean {
    const { session } = this.getSnapshot();
    return session !== null && this.isIn(session, { room });
  }

  private isIn(session: CallSession, target: CallTarget): boolean {
    const { room, phase } = session.getSnapshot();
    if (!room || phase === 'ended' || phase === 'failed') return false;
    return 'room' in target ? room.room === target.room : room.channel === target.channelId;
  }

  private stopRinging(callId: string): void {
    this.settledCalls.add(callId);
    this.ringing.dismiss(callId);
  }

  private receive(event: CallFrame): void {
    switch (event.command) {
      case 'incoming_call': {
        if (!this.options.canReceiveCalls()) return;
        const { call_id, room, channel_id, from_user_id, from_name, expires_at } = event;
        const call = {
          callId: call_id,
          room,
          channelId: channel_id,
          fromUserId: from_user_id,
          fromName: from_name,
        };
        if (this.isHere(room) || (this.target && isFor(this.target, call))) return;
        this.ringing.incoming(call, expires_at);
        this.options.onCallChanged(event);
        break;
      }
      case 'call_answered':
        this.stopRinging(event.call_id);
        break;
      case 'call_ended':
        this.stopRinging(event.call_id);
        this.patch({ lastEnd: this.options.now() });
        this.options.onCallChanged(event);
        break;
      case 'call_changed':
        this.options.onCallChanged(event);
        break;
    }
  }
}

const isFor = (target: CallTarget, { room, channelId }: RingingCall): boolean =>
  'room' in target ? target.room === room : target.channelId === channelId;
