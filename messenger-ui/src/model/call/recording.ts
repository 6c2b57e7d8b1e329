import type { CallRoom } from './call-room';

/** The recording in Jitsi; `failed` if it refused the start that this tab requested. */
export type RecordingRun = 'off' | 'on' | 'failed';

/**
 * The recording note. `on` and `stopping` are states of Jitsi, all others follow from the rule. The names are of people
 * whose consent is decisive; null is oneself.
 */
export type RecordingNote =
  | { kind: 'builtin' | 'notOffered' | 'on' | 'stopping' | 'ready' | 'failed' | 'noModerator' | 'off' }
  | { kind: 'refused' | 'unanswered'; names: readonly (string | null)[] };

/** Describes the server's rule and Jitsi's state. */
export function recordingNote(
  { provider, recording }: Pick<CallRoom, 'provider' | 'recording'>,
  selfId: string,
  run: RecordingRun,
): RecordingNote {
  if (provider === 'builtin') return { kind: 'builtin' };
  if (run === 'on') return { kind: mayRun(recording) ? 'on' : 'stopping' };
  if (recording.state === 'unavailable') return { kind: 'notOffered' };
  if (recording.state === 'on') return { kind: run === 'failed' ? 'failed' : 'ready' };
  const named = (answer: false | null) =>
    recording.consents
      .filter(({ consent }) => consent === answer)
      .map(({ userId, name }) => (userId === selfId ? null : name));
  const refused = named(false);
  if (refused.length > 0) return { kind: 'refused', names: refused };
  const unanswered = named(null);
  if (unanswered.length > 0) return { kind: 'unanswered', names: unanswered };
  return { kind: recording.reason === 'no_moderator' ? 'noModerator' : 'off' };
}

/** A running recording continues while all consent, also after the moderator left. */
const mayRun = ({ state, reason }: CallRoom['recording']): boolean =>
  state === 'on' || reason === 'no_moderator';

/**
 * Returns the recording command for Jitsi. The first moderator present starts it; any tab stops one that runs against
 * the rule.
 */
export function recordingCommand(
  { recording, participants }: Pick<CallRoom, 'recording' | 'participants'>,
  selfId: string,
  isRunning: boolean,
): 'start' | 'stop' | null {
  if (isRunning) return mayRun(recording) ? null : 'stop';
  const [first] = participants
    .filter(({ isModerator }) => isModerator)
    .sort((a, b) => Date.parse(a.joinedAt) - Date.parse(b.joinedAt));
  return recording.state === 'on' && first?.userId === selfId ? 'start' : null;
}
