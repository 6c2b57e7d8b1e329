import type { Schemas } from 'ui-kit';

export type CallConsent = Schemas['CallConsent'];
export type CallParticipant = Schemas['CallParticipant'];

/** Whether a call is recorded, and who said what. The reason is for people who read a log. */
export interface CallRecording {
  state: Schemas['CallRecording']['state'];
  reason: string;
  consents: readonly CallConsent[];
}

/** A call as the server tells of it. */
export interface CallRoom extends Omit<Schemas['CallRoom'], 'recording' | 'participants' | 'declined'> {
  recording: CallRecording;
  participants: readonly CallParticipant[];
  declined: readonly string[];
}
