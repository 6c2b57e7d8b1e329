import { describe, expect, it } from 'vitest';
import type { CallConsent, CallRecording } from './call-room';
import { type RecordingRun, recordingCommand, recordingNote } from './recording';

const said = (userId: string, consent: boolean | null): CallConsent => ({
  userId,
  name: `${userId} Name`,
  consent,
});
const recording = (state: CallRecording['state'], ...consents: CallConsent[]): CallRecording => ({
  state,
  reason: '',
  consents,
});
const allConsent = [said('maya', true), said('tom', true)];

describe('the recording note', () => {
  const note = (provider: 'builtin' | 'jitsi', value: CallRecording, run: RecordingRun = 'off') =>
    recordingNote({ provider, recording: value }, 'maya', run);

  it.each([
    ['builtin', recording('off', said('tom', false)), { kind: 'builtin' }],
    ['jitsi', recording('unavailable'), { kind: 'notOffered' }],
    [
      'jitsi',
      recording('off', said('maya', true), said('tom', false), said('ana', null)),
      { kind: 'refused', names: ['tom Name'] },
    ],
    [
      'jitsi',
      recording('off', said('maya', false), said('tom', false)),
      { kind: 'refused', names: [null, 'tom Name'] },
    ],
    [
      'jitsi',
      recording('off', said('maya', true), said('ana', null)),
      { kind: 'unanswered', names: ['ana Name'] },
    ],
    ['jitsi', { ...recording('off', ...allConsent), reason: 'no_moderator' }, { kind: 'noModerator' }],
    ['jitsi', recording('off', said('maya', true)), { kind: 'off' }],
  ] as const)('%s %j', (provider, value, expected) => {
    expect(note(provider, value)).toEqual(expected);
  });

  it('is on only when Jitsi reports it', () => {
    const may = recording('on', ...allConsent);
    expect(note('jitsi', may)).toEqual({ kind: 'ready' });
    expect(note('jitsi', may, 'on')).toEqual({ kind: 'on' });
    expect(note('jitsi', may, 'failed')).toEqual({ kind: 'failed' });
    expect(note('jitsi', recording('off', said('tom', false)), 'on')).toEqual({ kind: 'stopping' });
    expect(note('jitsi', recording('unavailable'), 'on')).toEqual({ kind: 'stopping' });
  });
});

describe('the recording command', () => {
  const participants = [
    { userId: 'sam', name: 'Sam', joinedAt: '2026-11-21T10:00:07Z', isModerator: true },
    { userId: 'maya', name: 'Maya', joinedAt: '2026-11-21T10:00:05Z', isModerator: true },
    { userId: 'tom', name: 'Tom', joinedAt: '2026-11-21T10:00:00Z', isModerator: false },
  ];
  const command = (state: CallRecording['state'], selfId: string, isRunning: boolean) =>
    recordingCommand({ recording: recording(state), participants }, selfId, isRunning);

  it('is started once by the first moderator', () => {
    expect(command('on', 'maya', false)).toBe('start');
    expect(command('on', 'tom', false)).toBeNull();
    expect(command('on', 'sam', false)).toBeNull();
    expect(command('on', 'maya', true)).toBeNull();
  });

  it('continues without moderator while all consent', () => {
    const unattended = { ...recording('off', said('tom', true)), reason: 'no_moderator' };
    const tom = participants.slice(2);
    expect(recordingCommand({ recording: unattended, participants: tom }, 'tom', true)).toBeNull();
    expect(recordingCommand({ recording: unattended, participants: tom }, 'tom', false)).toBeNull();
    expect(recordingNote({ provider: 'jitsi', recording: unattended }, 'tom', 'on')).toEqual({ kind: 'on' });
  });

  it('every tab stops a forbidden recording', () => {
    for (const selfId of ['maya', 'tom']) {
      expect(command('off', selfId, true)).toBe('stop');
      expect(command('off', selfId, false)).toBeNull();
      expect(command('unavailable', selfId, true)).toBe('stop');
    }
  });
});
