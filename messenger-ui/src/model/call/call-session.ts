import type { CallEndedFrame, ErrorFrame } from '../../client/frames.gen';
import { ExternalStore } from '../../external-store';
import type { BuiltInCall } from './built-in-call';
import type { CallPreview } from './call-preview';
import { type CallRoom, callChanges, isCallRoomOpen, isUnanswered, othersIn } from './call-room';
import type { CallFrame, CallSignaling } from './call-signaling';
import type { JitsiCall } from './jitsi-call';
import { SoloTimers } from './solo-timers';

/**
 * The call to open: the one of a channel, started if there is none, or the one of an invitation. With `reopen`, an ended
 * call begins again in its room.
 */
export type CallTarget = { channelId: string } | { room: string; reopen?: boolean };

/**
 * Why a call ended: hung up, left by the other of two, without an answer, declined, over for all, moved to another tab, or
 * no longer allowed.
 */
export type CallEndReason = 'left' | 'otherLeft' | 'noAnswer' | 'declined' | 'over' | 'moved' | 'barred';

/** `opening`: requests the room; `asking`: asks for recording consent; `waiting`: joins; `live`; `ended`; `failed`. */
export type CallPhase = 'opening' | 'asking' | 'waiting' | 'live' | 'ended' | 'failed';

export interface CallSessionState {
  phase: CallPhase;
  room: CallRoom | null;
  end: CallEndReason | null;
  /** The person who left, with the end `otherLeft`. */
  leftBy: string | null;
  /** The person calls and waits for an answer. */
  isCalling: boolean;
  /** When this person and another one were first in the call together. */
  talkSince: number | null;
  /** How long they talked, after the end. */
  talkedFor: number | null;
  /** Whether to ask the person, who is alone in the call, to stay or to end it, and why. */
  asksToStay: 'left' | 'unanswered' | null;
  /** After the end: a new call runs in the room. */
  isLiveAgain: boolean;
  /** Why it failed to open. */
  error: unknown;
  /** The consent is being sent. */
  isAnswering: boolean;
  /** The error of the last consent. */
  answerError: unknown;
  /** When this person joined. */
  liveSince: number | null;
  conference: Conference | null;
}

export type Conference = BuiltInCall | JitsiCall;

export interface CallApi {
  start(channelId: string): Promise<CallRoom>;
  room(room: string): Promise<CallRoom>;
  /** `reopen` begins a new call in the room of an ended one. */
  consent(room: string, consent: boolean, reopen: boolean): Promise<CallRoom>;
  /**
   * `participant` is null when this tab is not in the conference. `onBarred` runs when the server says that the person may
   * not be in the call.
   */
  event(room: string, kind: string, participant: string | null, onBarred?: () => void): void;
}

export interface CallSessionOptions {
  target: CallTarget;
  selfId: string;
  api: CallApi;
  signaling: CallSignaling;
  preview: CallPreview;
  /** Creates and starts the conference. */
  connect(room: CallRoom, onLeft: () => void): Conference;
  now(): number;
}

/** Errors that mean that the person no longer belongs to the call. */
const EXCLUDING_CODES = new Set(['not_active_member', 'call_unknown']);

/** The hub refused to admit this tab. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: string;

  constructor({ code, message }: Pick<ErrorFrame, 'code' | 'message'>) {
    super(message);
    this.code = code;
  }
}

const NO_CALL = {
  end: null,
  leftBy: null,
  error: null,
  answerError: null,
  isCalling: false,
  talkSince: null,
  talkedFor: null,
  asksToStay: null,
  isLiveAgain: false,
} satisfies Partial<CallSessionState>;

/** One person's part in one call, from the recording consent to the end. */
export class CallSession extends ExternalStore<CallSessionState> {
  /** The own camera and microphone while the person is asked for consent. */
  readonly preview: CallPreview;
  private readonly options: CallSessionOptions;
  private readonly unsubscribe: () => void;
  private readonly timers = new SoloTimers(
    () => this.ringEnded(),
    () => this.patch({ asksToStay: 'left' }),
  );
  /** Whether an ended call is to begin again in its room. */
  private reopens: boolean;
  /** The person decided to stay alone. */
  private staysAlone = false;
  /** The own call has stopped ringing. */
  private hasRung = false;
  /** The person answered about recording since they last left: a retry does not ask again. */
  private hasAnswered = false;

  constructor(options: CallSessionOptions) {
    super({
      phase: 'opening',
      room: null,
      isAnswering: false,
      liveSince: null,
      conference: null,
      ...NO_CALL,
    });
    this.options = options;
    this.preview = options.preview;
    this.reopens = 'room' in options.target && options.target.reopen === true;
    this.unsubscribe = options.signaling.listen({
      onFrame: (event) => this.receive(event),
      onRefused: (error) => this.refused(error),
      onConnection: (isOpen) => {
        if (isOpen) void this.refresh();
      },
    });
    void this.open();
  }

  /** Whether the person is in the call or joining. */
  get isActive(): boolean {
    const { phase } = this.getSnapshot();
    return phase === 'waiting' || phase === 'live';
  }

  /** Whether the person can enter the room again: the call continues, or its invitation has not expired. */
  get canRejoin(): boolean {
    const { phase, end, room } = this.getSnapshot();
    if (phase !== 'ended' || end === 'barred' || !room) return false;
    return room.endedAt === null || isCallRoomOpen(room, this.options.now());
  }

  /** Whether the ended call was one of this person without an answer. */
  get isUnanswered(): boolean {
    const { end, room, talkSince } = this.getSnapshot();
    if (end === 'noAnswer' || end === 'declined') return true;
    return end === 'left' && talkSince === null && room?.ringsUntil !== null && this.isCaller(room);
  }

  /** Opens the call again after a failure or an end. */
  retry(): void {
    this.reopens ||= this.getSnapshot().phase === 'ended';
    this.dropConference();
    this.patch({ phase: 'opening', ...NO_CALL });
    void this.open();
  }

  /** Sends the recording consent; it can be changed during the call. */
  async answer(consent: boolean): Promise<void> {
    const { room, isAnswering } = this.getSnapshot();
    if (!room || isAnswering) return;
    this.patch({ isAnswering: true, answerError: null });
    try {
      const answered = await this.options.api.consent(room.room, consent, room.endedAt !== null);
      const isAsking = this.getSnapshot().phase === 'asking';
      this.hasAnswered = true;
      this.callChanged(answered);
      if (isAsking && this.getSnapshot().phase === 'asking') this.enter();
    } catch (answerError) {
      this.patch({ answerError });
    } finally {
      this.patch({ isAnswering: false });
    }
  }

  /** Marks the call as live. */
  conferenceJoined(): void {
    const { phase, room } = this.getSnapshot();
    if (phase !== 'waiting') return;
    this.patch({ phase: 'live', liveSince: this.options.now() });
    if (room) this.watch(room);
  }

  /** The person stays alone in the call. */
  stay(): void {
    this.staysAlone = true;
    this.patch({ asksToStay: null });
  }

  hangUp(): void {
    this.endForAll('left');
  }

  /** Ends the call for a person who lost access; the conference itself would continue. */
  excluded(): void {
    if (this.getSnapshot().phase === 'asking' || this.isActive || this.canRejoin) this.end('barred');
  }

  /** Releases all resources when the page is left or the call is closed. */
  dispose(): void {
    const { room, phase } = this.getSnapshot();
    this.unsubscribe();
    this.timers.stop();
    this.preview.close();
    this.dropConference();
    if (!room || phase === 'live' || phase === 'ended' || room.endedAt !== null) return;
    // A caller who never joined cancels the call, which would ring on. The server ignores this for others.
    this.options.api.event(room.room, 'ended', null);
  }

  /** Declines a call that still rings and that the person has not entered. */
  decline(): void {
    const { room, phase } = this.getSnapshot();
    if (!room || phase !== 'asking' || this.isCaller(room) || room.endedAt !== null) return;
    const isRinging = room.ringsUntil !== null && this.options.now() < Date.parse(room.ringsUntil);
    if (isRinging) this.options.api.event(room.room, 'declined', null);
  }

  private isCaller(room: CallRoom | null): boolean {
    return room?.startedBy === this.options.selfId;
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
      if (room.endedAt !== null) this.openEnded(room);
      else if (room.consent === null || !this.hasAnswered) this.patch({ phase: 'asking' });
      else this.enter();
      this.watch(room);
    } catch (error) {
      if (this.getSnapshot().phase === 'opening') this.patch({ phase: 'failed', error });
    }
  }

  /** Asks before a new call in the room of an ended one, if the person wants it; each call asks anew. */
  private openEnded(room: CallRoom): void {
    const isWanted = this.reopens && isCallRoomOpen(room, this.options.now());
    if (isWanted) this.patch({ phase: 'asking', room: { ...room, consent: null } });
    else this.end('over');
  }

  private enter(): void {
    const { room } = this.getSnapshot();
    if (!room) return;
    this.patch({ phase: 'waiting' });
    const conference = this.options.connect(room, () => this.end('left'));
    this.patch({ conference });
  }

  /** Fetches changes missed while the connection was down. */
  private async refresh(): Promise<void> {
    const { room, phase } = this.getSnapshot();
    if (!room || phase === 'opening' || phase === 'failed') return;
    if (room.endedAt !== null || (phase === 'ended' && !this.canRejoin)) return;
    try {
      const fresh = await this.options.api.room(room.room);
      if (fresh.roomId !== room.roomId) this.over();
      else if (fresh.endedAt !== null) this.over(fresh);
      else this.callChanged(fresh);
    } catch (error) {
      // Other errors are ignored: the next event brings the state, and the call continues.
      if (EXCLUDING_CODES.has((error as { code?: string }).code ?? '')) this.excluded();
    }
  }

  private receive(event: CallFrame): void {
    const { room, phase } = this.getSnapshot();
    if (!room || event.room !== room.room || !('call_id' in event)) return;
    if (event.call_id !== room.roomId) {
      this.laterCall(event);
    } else if (event.command === 'call_changed' && phase !== 'ended') {
      this.callChanged({ ...room, ...callChanges(event) });
    } else if (event.command === 'call_ended') {
      this.ended(event);
    }
  }

  /** Another call takes place in the room. */
  private laterCall(event: CallFrame): void {
    if (this.getSnapshot().phase !== 'ended') return;
    if (event.command === 'call_changed') this.patch({ isLiveAgain: event.participants.length > 0 });
    else if (event.command === 'call_ended') this.patch({ isLiveAgain: false });
  }

  private ended({ reason, by_user_id }: CallEndedFrame): void {
    if (reason === 'moved') this.end('moved');
    else if (reason === 'not_active_member') this.end('barred');
    else if (reason === 'other_left' && by_user_id !== this.options.selfId) {
      this.patch({ leftBy: by_user_id });
      this.over(undefined, 'otherLeft');
    } else if (reason === 'no_answer' && this.isCaller(this.getSnapshot().room)) {
      this.over(undefined, 'noAnswer');
    } else this.over();
  }

  /** Marks the call as over for all. A person whose part has ended before keeps the reason. */
  private over(room = this.getSnapshot().room, end: CallEndReason = 'over'): void {
    if (!room) return;
    this.patch({ room: { ...room, endedAt: room.endedAt ?? new Date(this.options.now()).toISOString() } });
    if (this.getSnapshot().phase !== 'ended') this.end(end);
  }

  private refused(error: ErrorFrame): void {
    if (error.in_reply_to !== 'call_join' || !this.isActive) return;
    this.dropConference();
    if (error.code === 'consent_first') this.patch({ phase: 'asking' });
    else if (error.code === 'call_unknown') this.over();
    else this.patch({ phase: 'failed', error: new CallRefused(error) });
  }

  private callChanged(room: CallRoom): void {
    this.patch({ room });
    const { conference } = this.getSnapshot();
    if (conference?.kind === 'jitsi') conference.update(room);
    this.watch(room);
  }

  /** Follows who else is in the call: whether it still rings, since when people talk, and whether one is left alone. */
  private watch(room: CallRoom): void {
    const { phase, talkSince, isCalling } = this.getSnapshot();
    const { selfId, now } = this.options;
    if (phase !== 'asking' && !this.isActive) return;
    if (this.isActive && othersIn(room, selfId).length > 0) {
      this.timers.stop();
      this.staysAlone = false;
      this.patch({ talkSince: talkSince ?? now(), isCalling: false, asksToStay: null });
      return;
    }
    if (talkSince !== null) {
      if (phase === 'live' && !this.staysAlone) this.timers.startAlone();
      return;
    }
    // A call that this person just started rings, whatever the clocks say.
    const seemsNew = 'channelId' in this.options.target || now() < Date.parse(room.ringsUntil ?? '');
    const rings = isUnanswered(room, selfId) && !this.hasRung && (isCalling || seemsNew);
    if (rings && room.declined.length > 0 && !room.isGroup) {
      this.endForAll('declined');
      return;
    }
    if (rings) this.timers.startRing(Date.parse(room.ringsUntil ?? '') - now());
    else this.timers.stopRing();
    this.patch({ isCalling: rings });
  }

  private ringEnded(): void {
    this.timers.stopRing();
    const { room, phase } = this.getSnapshot();
    if (!room?.isGroup) {
      this.endForAll('noAnswer');
      return;
    }
    // Members of a group may join later.
    this.hasRung = true;
    this.patch({ isCalling: false, asksToStay: phase === 'live' ? 'unanswered' : null });
  }

  /** Ends the own part, and tells the server so that the call ends at once instead of after a timeout. */
  private endForAll(end: CallEndReason): void {
    const { room, conference } = this.getSnapshot();
    this.end(end);
    if (room) this.options.api.event(room.room, 'ended', conference?.participantId ?? null);
  }

  private end(end: CallEndReason): void {
    const { phase, talkSince } = this.getSnapshot();
    this.timers.stop();
    this.dropConference();
    this.hasAnswered = false;
    if (phase !== 'ended' && talkSince !== null) this.patch({ talkedFor: this.options.now() - talkSince });
    this.patch({ phase: 'ended', end, isCalling: false, asksToStay: null });
  }

  private dropConference(): void {
    const { conference } = this.getSnapshot();
    if (!conference) return;
    this.patch({ conference: null });
    conference.leave();
  }
}
