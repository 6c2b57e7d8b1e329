import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callRoom } from '../../testing/calls';
import type { CallRoom } from './call-room';
import type { JitsiConstructor } from './jitsi-api';
import { JitsiCall } from './jitsi-call';

type Listener = (payload: Record<string, unknown>) => void;

class FakeJitsi {
  static made: FakeJitsi[] = [];
  readonly listeners = new Map<string, Listener>();
  readonly commands: unknown[][] = [];
  isDisposed = false;

  constructor(
    readonly domain: string,
    readonly options: Record<string, unknown>,
  ) {
    FakeJitsi.made.push(this);
  }

  addListener = (event: string, listener: Listener) => this.listeners.set(event, listener);
  executeCommand = (...command: unknown[]) => void this.commands.push(command);
  dispose = () => {
    this.isDisposed = true;
  };
  emit = (event: string, payload = {}) => this.listeners.get(event)?.(payload);
}

const CALL: Partial<CallRoom> = {
  provider: 'jitsi',
  domain: 'https://meet.example.org/',
  token: 'jwt',
  consent: true,
  participants: [{ userId: 'maya', name: 'Maya', joinedAt: '2026-11-21T10:00:00Z', isModerator: true }],
};
const recording = (state: 'on' | 'off') => ({ state, reason: '', consents: [] }) as const;

async function shown(changes: Partial<CallRoom> = {}, canModerate = true) {
  FakeJitsi.made = [];
  const room = callRoom({ ...CALL, ...changes });
  const load = vi.fn(async (_: string) => FakeJitsi as unknown as JitsiConstructor);
  const event = vi.fn();
  const onLeft = vi.fn();
  const call = new JitsiCall({
    room,
    selfId: 'maya',
    name: 'Maya',
    language: 'de',
    canModerate,
    switches: { microphone: true, camera: false },
    load,
    event,
    onLeft,
  });
  const parent = document.createElement('div');
  document.body.append(parent);
  await call.show(parent);
  const jitsi = () => FakeJitsi.made.at(-1) as FakeJitsi;
  return { call, room, parent, load, event, onLeft, jitsi };
}

describe('a call in Jitsi', () => {
  it('opens the room without prejoin page', async () => {
    const { jitsi, load, parent } = await shown();
    expect(load).toHaveBeenCalledWith('https://meet.example.org/');
    expect(jitsi().domain).toBe('meet.example.org');
    expect(jitsi().options).toMatchObject({
      roomName: 'river',
      jwt: 'jwt',
      lang: 'de',
      parentNode: parent,
      userInfo: { displayName: 'Maya' },
      configOverwrite: {
        prejoinConfig: { enabled: false },
        startWithAudioMuted: false,
        startWithVideoMuted: true,
      },
    });
    const { toolbarButtons } = jitsi().options.configOverwrite as { toolbarButtons: string[] };
    expect(toolbarButtons).toContain('hangup');
    for (const button of ['recording', 'invite', 'livestreaming', 'chat', 'shareaudio']) {
      expect(toolbarButtons).not.toContain(button);
    }
  });

  it('hides moderation from people who only record', async () => {
    expect((await shown()).jitsi().options.configOverwrite).not.toHaveProperty('remoteVideoMenu');
    expect((await shown({}, false)).jitsi().options.configOverwrite).toMatchObject({
      disableRemoteMute: true,
      remoteVideoMenu: { disableKick: true, disableGrantModerator: true },
    });
  });

  it('reports joins and records by the rule', async () => {
    const { call, room, jitsi, event } = await shown({ recording: recording('on') });
    expect(jitsi().commands).toEqual([]);
    jitsi().emit('videoConferenceJoined', { id: 'me' });
    expect(call.getSnapshot().phase).toBe('in');
    expect(event).toHaveBeenCalledWith('joined', 'me');
    expect(jitsi().commands).toEqual([['startRecording', { mode: 'file' }]]);

    // Asked for, and not yet running: not asked for again.
    call.update(room);
    jitsi().emit('recordingStatusChanged', { on: true });
    expect(jitsi().commands).toHaveLength(1);
    call.update({ ...room, recording: recording('off') });
    expect(jitsi().commands.at(-1)).toEqual(['stopRecording', 'file']);
    jitsi().emit('recordingStatusChanged', { on: false });
    expect(jitsi().commands).toHaveLength(2);
    jitsi().emit('participantJoined', { id: 'them' });
    expect(event).toHaveBeenLastCalledWith('participantJoined', 'them');
  });

  describe('whose server answers late, or with a No', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());
    const refused = { on: false, error: 'not allowed' };

    it('repeats a refused recording command with backoff', async () => {
      const { call, jitsi } = await shown({ recording: recording('on') });
      jitsi().emit('videoConferenceJoined', { id: 'me' });
      jitsi().emit('recordingStatusChanged', refused);
      jitsi().emit('recordingStatusChanged', refused);
      expect(jitsi().commands).toHaveLength(1);
      expect(call.getSnapshot().recording).toBe('failed');
      vi.advanceTimersByTime(15_000);
      expect(jitsi().commands).toHaveLength(2);
      jitsi().emit('recordingStatusChanged', refused);
      vi.advanceTimersByTime(29_000);
      expect(jitsi().commands).toHaveLength(2);
      // A missing answer has the same timeout.
      vi.advanceTimersByTime(1_000);
      expect(jitsi().commands).toHaveLength(3);
      jitsi().emit('recordingStatusChanged', { on: true });
      expect(call.getSnapshot().recording).toBe('on');
      vi.advanceTimersByTime(600_000);
      expect(jitsi().commands).toHaveLength(3);
    });

    it('starts at once after new consent', async () => {
      const { call, room, jitsi } = await shown({ recording: recording('on') });
      jitsi().emit('videoConferenceJoined', { id: 'me' });
      jitsi().emit('recordingStatusChanged', refused);
      call.update({ ...room, recording: recording('off') });
      expect(call.getSnapshot().recording).toBe('off');
      call.update(room);
      expect(jitsi().commands).toHaveLength(2);
      const { commands } = jitsi();
      call.leave();
      vi.advanceTimersByTime(600_000);
      expect(commands.filter(([name]) => name === 'startRecording')).toHaveLength(2);
    });
  });

  it('stops a recording against the rule', async () => {
    const { jitsi } = await shown({ recording: recording('off') });
    jitsi().emit('videoConferenceJoined', { id: 'me' });
    jitsi().emit('recordingStatusChanged', { on: true });
    expect(jitsi().commands).toEqual([['stopRecording', 'file']]);
  });

  it.each(['videoConferenceLeft', 'readyToClose'])('is over at %s, once', async (ending) => {
    const { jitsi, onLeft, event } = await shown();
    jitsi().emit('videoConferenceJoined', { id: 'me' });
    jitsi().emit(ending);
    jitsi().emit('readyToClose');
    expect(onLeft).toHaveBeenCalledOnce();
    expect(jitsi().isDisposed).toBe(true);
    expect(event.mock.calls.filter(([kind]) => kind === 'left')).toEqual([['left', 'me']]);
  });

  it('shows a failed load and retries', async () => {
    const { call, load, parent } = await shown();
    load.mockRejectedValueOnce(new Error('blocked'));
    await call.show(parent);
    expect(call.getSnapshot().phase).toBe('failed');
    await call.show(parent);
    expect(call.getSnapshot().phase).toBe('loading');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('fails only on fatal errors', async () => {
    const { call, jitsi } = await shown();
    jitsi().emit('errorOccurred', { error: { isFatal: false } });
    expect(call.getSnapshot().phase).toBe('loading');
    jitsi().emit('errorOccurred', { error: { isFatal: true } });
    expect(call.getSnapshot().phase).toBe('failed');
    expect(jitsi().isDisposed).toBe(true);
  });

  it('does not open after leaving during load', async () => {
    const { call, load, parent } = await shown();
    let loaded: (api: JitsiConstructor) => void = () => {};
    load.mockReturnValueOnce(
      new Promise((resolve) => {
        loaded = resolve;
      }),
    );
    const before = FakeJitsi.made.length;
    const showing = call.show(parent);
    call.leave();
    loaded(FakeJitsi as unknown as JitsiConstructor);
    await showing;
    expect(FakeJitsi.made).toHaveLength(before);
  });
});
