import { describe, expect, it, vi } from 'vitest';
import { callRoom, fakeLine } from '../../testing/calls';
import type { CallRoom } from './room';
import { type CallRefused, CallSession, type CallTarget, type Conference } from './session';

interface Given {
  target?: CallTarget;
  room?: Partial<CallRoom>;
  fails?: unknown;
}

async function session({ target = { channelId: 'c' }, room = {}, fails }: Given = {}) {
  const { line } = fakeLine();
  const answer = (changes: Partial<CallRoom> = {}) =>
    fails === undefined ? Promise.resolve(callRoom({ ...room, ...changes })) : Promise.reject(fails);
  const api = {
    start: vi.fn((_: string) => answer()),
    room: vi.fn((_: string) => answer()),
    consent: vi.fn((_: string, consent: boolean) => answer({ consent })),
    event: vi.fn(),
  };
  const conference = { kind: 'jitsi', participant: 'p', leave: vi.fn(), update: vi.fn() };
  let left: () => void = () => {};
  const connect = vi.fn((_: CallRoom, onLeft: () => void) => {
    left = onLeft;
    return conference as unknown as Conference;
  });
  const one = new CallSession({ target, api, line, connect, now: () => 7 });
  await vi.waitFor(() => expect(one.getSnapshot().phase).not.toBe('opening'));
  const phase = () => one.getSnapshot().phase;
  return { one, phase, api, line, connect, conference, hangUpInside: () => left() };
}

const refusal = (code: string) => ({
  command: 'error' as const,
  code,
  message: 'No.',
  in_reply_to: 'call_join',
  channel: undefined,
  temp_id: undefined,
  retry_after_ms: undefined,
});

describe('a call', () => {
  it('asks first, always, and begins after either answer', async () => {
    for (const consent of [true, false]) {
      const { one, phase, api, connect } = await session();
      expect(phase()).toBe('asking');
      expect(connect).not.toHaveBeenCalled();
      await one.answer(consent);
      expect(api.consent).toHaveBeenCalledWith('river', consent);
      expect(phase()).toBe('waiting');
      expect(connect.mock.calls[0]?.[0].consent).toBe(consent);
      one.arrived();
      expect(one.getSnapshot()).toMatchObject({ phase: 'live', liveSince: 7 });
    }
  });

  it('of an invitation is looked up, and not begun', async () => {
    const { api } = await session({ target: { room: 'river' } });
    expect(api.room).toHaveBeenCalledWith('river');
    expect(api.start).not.toHaveBeenCalled();
  });

  it('is not asked about twice in one meeting', async () => {
    const { phase } = await session({ room: { consent: false } });
    expect(phase()).toBe('waiting');
  });

  it('that is over says so', async () => {
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

  it('keeps the question when the answer does not arrive', async () => {
    const { one, phase, api, connect } = await session();
    api.consent.mockRejectedValueOnce(new Error('away'));
    await one.answer(true);
    expect(phase()).toBe('asking');
    expect(one.getSnapshot().answerError).toBeInstanceOf(Error);
    await one.answer(true);
    expect(one.getSnapshot().answerError).toBeNull();
    expect(connect).toHaveBeenCalledOnce();
  });

  it('hears in the call what others say, and tells the conference', async () => {
    const { one, line, conference } = await session({ room: { consent: true } });
    const recording = { state: 'on', reason: 'everybody_agreed', consents: [] } as const;
    const event = { command: 'call_changed', channel_id: 'c', participants: [], recording } as const;
    line.event({ ...event, room: 'another', declined: [] });
    expect(conference.update).not.toHaveBeenCalled();
    line.event({ ...event, room: 'river', declined: ['tom'] });
    expect(one.getSnapshot().room).toMatchObject({ recording, declined: ['tom'] });
    expect(conference.update).toHaveBeenCalledOnce();
  });

  it('ends by hanging up, once, and the server is told', async () => {
    const { one, phase, api, conference } = await session({ room: { consent: true } });
    one.arrived();
    one.hangUp();
    expect(phase()).toBe('ended');
    expect(conference.leave).toHaveBeenCalledOnce();
    expect(api.event.mock.calls).toEqual([['river', 'ended', 'p']]);
    one.retry();
    await vi.waitFor(() => expect(phase()).toBe('waiting'));
    expect(api.room).toHaveBeenCalledWith('river');
  });

  it.each([
    ['everybody_left', 'over'],
    ['moved', 'moved'],
    ['not_active_member', 'barred'],
  ])('ends when the hub says %s', async (reason, end) => {
    const { one, line, conference } = await session({ room: { consent: true } });
    line.event({ command: 'call_ended', room: 'river', channel_id: 'c', reason });
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end, conference: null });
    expect(conference.leave).toHaveBeenCalledOnce();
  });

  it('ends when it is ended inside the conference', async () => {
    const { one, hangUpInside } = await session({ room: { consent: true } });
    hangUpInside();
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'left' });
  });

  it('says why the hub does not let one in', async () => {
    const { one, line, conference } = await session({ room: { consent: true } });
    line.refused(refusal('call_full'));
    expect(one.getSnapshot().phase).toBe('failed');
    expect((one.getSnapshot().error as CallRefused).code).toBe('call_full');
    expect(conference.leave).toHaveBeenCalledOnce();
  });

  it('asks when the hub wants the answer first', async () => {
    const { phase, line } = await session({ room: { consent: true } });
    line.refused(refusal('consent_first'));
    expect(phase()).toBe('asking');
  });

  it('that was left is over when the others leave, and offers no way back then', async () => {
    const { one, line } = await session({ room: { consent: true } });
    one.arrived();
    one.hangUp();
    expect(one.hasWayBack).toBe(true);
    line.event({ command: 'call_ended', room: 'sea', channel_id: 'c', reason: 'everybody_left' });
    expect(one.hasWayBack).toBe(true);
    line.event({ command: 'call_ended', room: 'river', channel_id: 'c', reason: 'everybody_left' });
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' });
    expect(one.hasWayBack).toBe(false);
  });

  it('that was left and closed behind a lost connection is over, too', async () => {
    const { one, line, api } = await session({ room: { consent: true } });
    one.hangUp();
    line.connection(true);
    await vi.waitFor(() => expect(api.room).toHaveBeenCalledOnce());
    expect(one.hasWayBack).toBe(true);
    api.room.mockResolvedValueOnce(callRoom({ endedAt: '2026-11-21T11:00:00Z' }));
    line.connection(true);
    await vi.waitFor(() => expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' }));
    line.connection(true);
    expect(api.room).toHaveBeenCalledTimes(2);
  });

  it('that was left has no way back for who may not be in it any more', async () => {
    const { one } = await session({ room: { consent: true } });
    one.hangUp();
    one.barred();
    expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'barred' });
  });

  it('learns after a lost connection that it is over', async () => {
    const { one, line, api } = await session({ room: { consent: true } });
    api.room.mockResolvedValueOnce(callRoom({ endedAt: '2026-11-21T11:00:00Z' }));
    line.connection(true);
    await vi.waitFor(() => expect(one.getSnapshot()).toMatchObject({ phase: 'ended', end: 'over' }));
  });

  it.each(['not_active_member', 'call_unknown'])(
    'ends where the server says %s after a lost connection',
    async (code) => {
      const { one, line, api, conference } = await session({ room: { consent: true } });
      one.arrived();
      api.room.mockRejectedValueOnce({ code: 'unavailable' });
      line.connection(true);
      await vi.waitFor(() => expect(api.room).toHaveBeenCalledOnce());
      expect(one.getSnapshot().phase).toBe('live');
      api.room.mockRejectedValueOnce({ code });
      line.connection(true);
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

  it('that is put away while one is in it goes on for a while: a page that loads anew comes back', async () => {
    const { one, api } = await session({ room: { consent: true } });
    one.arrived();
    one.dispose();
    expect(api.event).not.toHaveBeenCalled();
  });

  it('that is left where the conference never came is over, too', async () => {
    const { one, api, conference } = await session({ room: { consent: true } });
    Object.assign(conference, { participant: null });
    one.hangUp();
    one.dispose();
    expect(api.event.mock.calls).toEqual([['river', 'ended', null]]);
  });

  it('that was put away hears nothing more', async () => {
    const { one, line, phase, conference } = await session({ room: { consent: true } });
    one.dispose();
    line.event({ command: 'call_ended', room: 'river', channel_id: 'c' });
    expect(phase()).toBe('waiting');
    expect(conference.leave).toHaveBeenCalledOnce();
  });
});
