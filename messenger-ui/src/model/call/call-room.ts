import type { Schemas } from 'ui-kit';
import type { CallChangedFrame } from '../../client/frames.gen';

export type CallConsent = Schemas['CallConsent'];
export type CallParticipant = Schemas['CallParticipant'];

/** The recording state and consents. The reason is for logs. */
export interface CallRecording {
  state: Schemas['CallRecording']['state'];
  reason: string;
  consents: readonly CallConsent[];
}

/** A call as the server describes it. */
export interface CallRoom
  extends Omit<Schemas['CallResponse'], 'recording' | 'participants' | 'accepted' | 'declined'> {
  recording: CallRecording;
  participants: readonly CallParticipant[];
  accepted: readonly string[];
  declined: readonly string[];
}

/** Returns the part of a call that a frame updates. */
export function callChanges({
  participants,
  recording,
  accepted,
  declined,
}: CallChangedFrame): Pick<CallRoom, 'participants' | 'recording' | 'accepted' | 'declined'> {
  return {
    participants: participants.map(({ user_id, name, joined_at, is_moderator }) => ({
      userId: user_id,
      name,
      joinedAt: joined_at,
      isModerator: is_moderator,
    })),
    recording: {
      ...recording,
      consents: recording.consents.map(({ user_id, name, consent }) => ({ userId: user_id, name, consent })),
    },
    accepted,
    declined,
  };
}

/** Whether the invitation still leads into the call room. */
export const isCallRoomOpen = ({ openUntil }: CallRoom, now: number): boolean => now < Date.parse(openUntil);

/** Returns the participants other than this person; guests without an account count. */
export const othersIn = ({ participants }: CallRoom, selfId: string): readonly CallParticipant[] =>
  participants.filter(({ userId }) => userId !== selfId);

/** Whether this is a call of this person that rings and is not accepted or joined yet. */
export const isUnanswered = (room: CallRoom, selfId: string): boolean =>
  room.startedBy === selfId &&
  room.ringsUntil !== null &&
  room.endedAt === null &&
  room.accepted.length === 0 &&
  othersIn(room, selfId).length === 0;
