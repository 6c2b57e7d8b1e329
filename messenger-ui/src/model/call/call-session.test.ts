import { describe, expect, it, vi } from 'vitest';
import type { CallChangedFrame, CallEndedFrame } from '../../client/frames.gen';
import { callRoom, fakeSignaling, unopenedPreview } from '../../testing/calls';
import type { CallRoom } from './call-room';
import { type CallRefused, CallSession, type CallTarget, type Conference } from './call-session';

interface Given {
  target?: CallTarget;
  room?: Partial<CallRoom>;
  fails?: unknown;
}

async function session({ target = { channelId: 'c' }, room = {}, fails }: Given = {}) {
  const { signaling } = fakeSignaling();
  const answer = (changes: Partial<CallRoom> = {}) =>
    fails === undefined ? Promise.resolve(callRoom({ ...room, ...changes })) : Promise.reject(fails);
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const api = {
    start: vi.fn((_: string) => answer()),
    room: vi.fn((_: string) => answer()),
    consent: vi.fn((_: string, consent: boolean, _reopen: boolean) => answer({ consent })),
    event: vi.fn(),
  };
  const conference = { kind: 'jitsi', participantId: 'p', leave: vi.fn(), update: vi.fn() };
  let left: () => void = () => {};
  const connect = vi.fn((_: CallRoom, onLeft: () => void) => {
    left = onLeft;
    return conference as unknown as Conference;
  });
  const one = new CallSession({
    target,
    selfId: 'maya',
    api,
    signaling,
    preview: unopenedPreview(),
    connect,
    now: () => clock.now,
  });
  await vi.waitFor(() => expect(one.getSnapshot().phase).not.toBe('opening'));
  if (room.consent != null && one.getSnapshot().phase === 'asking') await one.answer(room.consent);
  const phase = () => one.getSnapshot().phase;
  return { one, phase, api, signaling, connect, conference, clock, hangUpInside: () => left() };
}

/** The state of the call after a change. */
const changed = (changes: Partial<CallChangedFrame> = {}): CallChangedFrame => ({
  command: 'call_changed',
  call_id: '1',
  room: 'river',
  channel_id: 'c',
  participants: [],
  recording: { state: 'off', reason: 'nobody', consents: [] },
  accepted: [],
  declined: [],
  ...changes,
});

const withPeople = (...people: string[]): CallChangedFrame =>
  changed({
    participants: people.map((user_id) => ({ user_id, name: user_id, joined_at: '', is_moderator: false })),
  });

const ended = (reason: CallEndedFrame['reason'], changes: Partial<CallEndedFrame> = {}): CallEndedFrame => ({
  command: 'call_ended',
  call_id: '1',
  room: 'river',
  channel_id: 'c',
  reason,
  by_user_id: null,
  ...changes,
});

const refusal = (code: string) => ({
  command: 'error' as const,
  code,
  message: 'No.',
  in_reply_to: 'call_join',
  channel: undefined,
  temp_id: undefined,
  retry_after_ms: undefined,
  kinds: [],
});

describe('a call', () => {
  it('asks first, always, and begins after either answer', async () => {
    for (const consent of [true, false]) {
      const { one, phase, api, connect, clock } = await session();
      expect(phase()).toBe('asking');
      expect(connect).not.toHaveBeenCalled();
      await one.answer(consent);
      expect(api.consent).toHaveBeenCalledWith('river', consent, false);
      expect(phase()).toBe('waiting');
      expect(connect.mock.calls[0]?.[0].consent).toBe(consent);
      one.conferenceJoined();
      expect(one.getSnapshot()).toMatchObject({ phase: 'live', liveSince: clock.now });
    }
  });

  it('of an invitation is fetched, not started', async () => {
    const { api } = await session({ target: { room: 'river' } });
    expect(api.room).toHaveBeenCalledWith('river');
    expect(api.start).not.toHaveBeenCalled();
  });

  it('asks again in every view, also after an earlier answer', async () => {
    const { signaling } = fakeSignaling();
    const answered = () => Promise.resolve(callRoom({ consent: false, lastConsent: false }));
    const api = { start: answered, room: answered, consent: answered, event: () => {} };
    const connect = vi.fn(() => ({ kind: 'jitsi', leave: () => {} }) as unknown as Conference);
    const one = new CallSession({
      target: { channelId: 'c' },
      selfId: 'maya',
      api,
      signaling,
      preview: unopenedPreview(),
      connect,
      now: () => 7,
    });
    await vi.waitFor(() => expect(one.getSnapshot().phase).toBe('asking'));
    expect(connect).not.toHaveBeenCalled();
  });

  it('asks again after leaving, not after a failure', async () => {
    const { one, phase, signaling } = await session({ room: { consent: true } });
    signaling.refused(refusal('call_full'));
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('waiting'));
    one.hangUp();
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('asking'));
  });

  it('shows that it is over', async () => {
    const { one } = await session({ room: { endedAt: '2026-11-21T11:00:00Z' } });
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' });
  });

  it('that cannot be had can be tried again', async () => {
    const error = new Error('away');
    const { one, phase, api } = await session({ fails: error });
    expect(one.getSnapshot()).toMatchObject({ phase: 'failed', error });
    api.start.mockResolvedValueOnce(callRoom());
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('asking'));
  });

  it('keeps asking after a failed consent', async () => {
    const { one, phase, api, connect } = await session();
    api.consent.mockRejectedValueOnce(new Error('away'));
    await one.answer(true);
    expect(phase()).toBe('asking');
    expect(one.getSnapshot().answerError).toBeInstanceOf(Error);
    await one.answer(true);
    expect(one.getSnapshot().answerError).toBeNull();
    expect(connect).toHaveBeenCalledOnce();
  });

  it('applies room changes to the conference', async () => {
    const { one, signaling, conference } = await session({ room: { consent: true, isGroup: true } });
    const recording = { state: 'on', reason: 'everybody_agreed', consents: [] } as const;
    const event = changed({ recording });
    signaling.event({ ...event, room: 'another' });
    expect(conference.update).not.toHaveBeenCalled();
    signaling.event({ ...event, call_id: 'earlier', declined: ['ana'] });
    expect(conference.update).not.toHaveBeenCalled();
    signaling.event({ ...event, declined: ['tom'] });
    expect(one.getSnapshot().room).toMatchObject({ recording, declined: ['tom'] });
    expect(conference.update).toHaveBeenCalledOnce();
  });

  it('ends once by hang-up and notifies server', async () => {
    const { one, phase, api, conference } = await session({ room: { consent: true } });
    one.conferenceJoined();
    one.hangUp();
    expect(phase()).toBe('ended');
    expect(conference.leave).toHaveBeenCalledOnce();
    expect(api.event.mock.calls).toEqual([['river', 'ended', 'p']]);
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('asking'));
    expect(api.room).toHaveBeenCalledWith('river');
  });

  it.each([
    ['everybody_left', 'over'],
    ['other_left', 'otherLeft'],
    ['no_answer', 'noAnswer'],
    ['moved', 'moved'],
    ['not_active_member', 'barred'],
  ] as const)("ends after the hub's %s", async (reason, end) => {
    const { one, signaling, conference } = await session({ room: { consent: true } });
    signaling.event(ended(reason));
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end, conference: null });
    expect(conference.leave).toHaveBeenCalledOnce();
  });

  it('ends when it is ended inside the conference', async () => {
    const { one, hangUpInside } = await session({ room: { consent: true } });
    hangUpInside();
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'left' });
  });

  it('shows why the hub refused the join', async () => {
    const { one, signaling, conference } = await session({ room: { consent: true } });
    signaling.refused(refusal('call_full'));
    expect(one.getSnapshot().phase).toBe('failed');
    expect((one.getSnapshot().error as CallRefused).code).toBe('call_full');
    expect(conference.leave).toHaveBeenCalledOnce();
  });

  it('asks when the hub wants the answer first', async () => {
    const { phase, signaling } = await session({ room: { consent: true } });
    signaling.refused(refusal('consent_first'));
    expect(phase()).toBe('asking');
  });

  it('can be entered again while its invitation is valid', async () => {
    const { one, signaling, api, phase, clock } = await session({ room: { consent: true } });
    one.conferenceJoined();
    signaling.event(withPeople('maya', 'tom'));
    clock.now += 60_000;
    signaling.event(ended('other_left', { by_user_id: 'tom' }));
    expect(one.getSnapshot()).toMatchObject({ end: 'otherLeft', leftBy: 'tom', talkedFor: 60_000 });
    expect(one.canRejoin).toBe(true);
    const endedAt = '2026-11-21T10:01:00Z';
    api.room.mockResolvedValueOnce(callRoom({ endedAt, consent: true }));
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('asking'));
    expect(one.getSnapshot().room?.consent).toBeNull();
    api.consent.mockResolvedValueOnce(callRoom({ roomId: '2', consent: true, ringsUntil: null }));
    await one.answer(true);
    expect(api.consent).toHaveBeenCalledWith('river', true, true);
    expect(one.getSnapshot()).toMatchObject({ phase: 'waiting', isCalling: false, talkedFor: null });
    signaling.event(ended('everybody_left'));
    expect(phase()).toBe('waiting');
    signaling.event(ended('everybody_left', { call_id: '2' }));
    expect(one.canRejoin).toBe(true);
    clock.now = Date.parse('2026-11-21T13:00:00Z');
    expect(one.canRejoin).toBe(false);
  });

  it('of an invitation begins again only on purpose', async () => {
    const room = { endedAt: '2026-11-21T11:00:00Z' };
    const followed = await session({ target: { room: 'river' }, room });
    expect(followed.one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' });
    const pressed = await session({ target: { room: 'river', reopen: true }, room });
    expect(pressed.phase()).toBe('asking');
  });

  it('shows that the call runs again without entering it', async () => {
    const { one, signaling, phase } = await session({ room: { consent: true } });
    signaling.event(ended('other_left', { by_user_id: 'tom' }));
    signaling.event({ ...withPeople('tom'), call_id: '2' });
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', isLiveAgain: true });
    signaling.event(ended('everybody_left', { call_id: '2' }));
    expect(one.getSnapshot().isLiveAgain).toBe(false);
    expect(phase()).toBe('ended');
  });

  it('keeps the reason of the own end after all have left', async () => {
    const { one, signaling, api } = await session({ room: { consent: true } });
    one.hangUp();
    signaling.connection(true);
    await vi.waitFor(() => expect(api.room).toHaveBeenCalledOnce());
    api.room.mockResolvedValueOnce(callRoom({ endedAt: '2026-11-21T11:00:00Z' }));
    signaling.connection(true);
    await vi.waitFor(() => expect(one.getSnapshot().room?.endedAt).not.toBeNull());
    expect(one.getSnapshot().end).toBe('left');
    signaling.connection(true);
    expect(api.room).toHaveBeenCalledTimes(2);
  });

  it('cannot be rejoined after losing access', async () => {
    const { one } = await session({ room: { consent: true } });
    one.hangUp();
    one.excluded();
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'barred' });
  });

  it('refreshes after a reconnect and ends', async () => {
    const { one, signaling, api } = await session({ room: { consent: true } });
    api.room.mockResolvedValueOnce(callRoom({ endedAt: '2026-11-21T11:00:00Z' }));
    signaling.connection(true);
    await vi.waitFor(() => expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' }));
  });

  it.each(['not_active_member', 'call_unknown'])(
    'ends where the server says %s after a lost connection',
    async (code) => {
      const { one, signaling, api, conference } = await session({ room: { consent: true } });
      one.conferenceJoined();
      api.room.mockRejectedValueOnce({ code: 'unavailable' });
      signaling.connection(true);
      await vi.waitFor(() => expect(api.room).toHaveBeenCalledOnce());
      expect(one.getSnapshot().phase).toBe('live');
      api.room.mockRejectedValueOnce({ code });
      signaling.connection(true);
      await vi.waitFor(() => expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'barred' }));
      expect(conference.leave).toHaveBeenCalledOnce();
    },
  );

  it.each([
    ['before an answer', {}],
    ['on the way in', { consent: true }],
  ])('that is put away %s is taken back', async (_, room) => {
    const { one, api } = await session({ room });
    one.dispose();
    expect(api.event.mock.calls).toEqual([['river', 'ended', null]]);
  });

  it('stays open when disposed while live', async () => {
    const { one, api } = await session({ room: { consent: true } });
    one.conferenceJoined();
    one.dispose();
    expect(api.event).not.toHaveBeenCalled();
  });

  it('ends when left before the conference joined', async () => {
    const { one, api, conference } = await session({ room: { consent: true } });
    Object.assign(conference, { participantId: null });
    one.hangUp();
    one.dispose();
    expect(api.event.mock.calls).toEqual([['river', 'ended', null]]);
  });

  it('that rings is declined by a called person only', async () => {
    const called = await session({ room: { startedBy: 'tom' } });
    called.one.decline();
    expect(called.api.event.mock.calls).toEqual([['river', 'declined', null]]);
    const caller = await session();
    const late = await session({ room: { startedBy: 'tom' } });
    late.clock.now += 45_000;
    for (const { one, api } of [caller, late]) {
      one.decline();
      expect(api.event).not.toHaveBeenCalled();
    }
  });

  it('ignores events after disposal', async () => {
    const { one, signaling, phase, conference } = await session({ room: { consent: true } });
    one.dispose();
    signaling.event(ended('everybody_left'));
    expect(phase()).toBe('waiting');
    expect(conference.leave).toHaveBeenCalledOnce();
  });
});
