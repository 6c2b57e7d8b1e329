import type { CallRoom } from './room';

/** What Jitsi says of the recording: `failed` where it would not begin what this browser asked for. */
export type RecordingRun = 'off' | 'on' | 'failed';

/**
 * Whether the call is recorded, and who decided it. `on` and `stopping` are what Jitsi says, everything else is the rule.
 * The names are of those whose answer matters; null is oneself.
 */
export type RecordingNote =
  | { kind: 'builtin' | 'notOffered' | 'on' | 'stopping' | 'ready' | 'failed' | 'noModerator' | 'off' }
  | { kind: 'refused' | 'unanswered'; names: readonly (string | null)[] };

/** The rule is the server's, and whether it runs is Jitsi's: here both are only put into words. */
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

/** What runs goes on while everybody says Yes, also when the moderator who began it has left. */
const mayRun = ({ state, reason }: CallRoom['recording']): boolean =>
  state === 'on' || reason === 'no_moderator';

/**
 * What this browser has to tell Jitsi. The first moderator of those present begins; whoever sees it run against the rule
 * ends it, if Jitsi lets them.
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
