import { describe, expect, it } from 'vitest';
import { recordingCommand, recordingNote } from './recording';
import type { CallConsent, CallRecording } from './room';

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

describe('what is said of the recording', () => {
  const note = (provider: 'builtin' | 'jitsi', value: CallRecording) =>
    recordingNote({ provider, recording: value }, 'maya');

  it.each([
    ['builtin', recording('off', said('tom', false)), { kind: 'builtin' }],
    ['jitsi', recording('unavailable'), { kind: 'notOffered' }],
    ['jitsi', recording('on', said('maya', true), said('tom', true)), { kind: 'on' }],
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
    ['jitsi', recording('off', said('maya', true)), { kind: 'off' }],
  ] as const)('%s %j', (provider, value, expected) => {
    expect(note(provider, value)).toEqual(expected);
  });
});

describe('what Jitsi is told', () => {
  const participants = [
    { userId: 'tom', name: 'Tom', joinedAt: '2026-11-21T10:00:05Z' },
    { userId: 'maya', name: 'Maya', joinedAt: '2026-11-21T10:00:00Z' },
  ];
  const command = (state: CallRecording['state'], selfId: string, isRunning: boolean) =>
    recordingCommand({ recording: recording(state), participants }, selfId, isRunning);

  it('the first one begins, and only once', () => {
    expect(command('on', 'maya', false)).toBe('start');
    expect(command('on', 'tom', false)).toBeNull();
    expect(command('on', 'maya', true)).toBeNull();
  });

  it('everybody ends what must not run', () => {
    for (const selfId of ['maya', 'tom']) {
      expect(command('off', selfId, true)).toBe('stop');
      expect(command('off', selfId, false)).toBeNull();
      expect(command('unavailable', selfId, true)).toBe('stop');
    }
  });
});
