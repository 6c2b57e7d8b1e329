import type { CallRoom } from './room';

/** Whether the call is recorded, and who decided it. The names are of those whose answer matters; null is oneself. */
export type RecordingNote =
  | { kind: 'builtin' | 'notOffered' | 'on' | 'off' }
  | { kind: 'refused' | 'unanswered'; names: readonly (string | null)[] };

/** The rule is the server's: here it is only put into words. */
export function recordingNote(
  { provider, recording }: Pick<CallRoom, 'provider' | 'recording'>,
  selfId: string,
): RecordingNote {
  if (provider === 'builtin') return { kind: 'builtin' };
  if (recording.state === 'unavailable') return { kind: 'notOffered' };
  if (recording.state === 'on') return { kind: 'on' };
  const named = (answer: false | null) =>
    recording.consents
      .filter(({ consent }) => consent === answer)
      .map(({ userId, name }) => (userId === selfId ? null : name));
  const refused = named(false);
  if (refused.length > 0) return { kind: 'refused', names: refused };
  const unanswered = named(null);
  return unanswered.length > 0 ? { kind: 'unanswered', names: unanswered } : { kind: 'off' };
}

/**
 * What this browser has to tell Jitsi. One of those present begins, the one who came first; whoever sees it run against
 * the rule ends it.
 */
export function recordingCommand(
  { recording, participants }: Pick<CallRoom, 'recording' | 'participants'>,
  selfId: string,
  isRunning: boolean,
): 'start' | 'stop' | null {
  if (recording.state !== 'on') return isRunning ? 'stop' : null;
  const first = [...participants].sort((a, b) => Date.parse(a.joinedAt) - Date.parse(b.joinedAt))[0];
  return !isRunning && first?.userId === selfId ? 'start' : null;
}
