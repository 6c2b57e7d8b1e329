import { describe, expect, it, vi } from 'vitest';
import { fakeLine } from '../../testing/calls';
import { deskFor } from '../../testing/chat';
import { channel } from '../../testing/fixtures';
import type { IncomingCall } from './desk';
import type { CallSession, CallTarget } from './session';

function desk() {
  const { line } = fakeLine();
  const sessions: { target: CallTarget; phase: string; dispose: ReturnType<typeof vi.fn> }[] = [];
  const open = vi.fn(async (target: CallTarget) => {
    const made = { target, phase: 'live', dispose: vi.fn() };
    sessions.push(made);
    const room = 'room' in target ? target.room : `room of ${target.channelId}`;
    const channel = 'channelId' in target ? target.channelId : 'c';
    const getSnapshot = () => ({ phase: made.phase, room: { room, channel } });
    return { ...made, isOn: true, getSnapshot, barred } as unknown as CallSession;
  });
  const barred = vi.fn();
  const answer = vi.fn();
  const onOpenFailed = vi.fn();
  const onNews = vi.fn();
  const lookUp = vi.fn(async (room: string): Promise<IncomingCall | null> => incoming(room));
  const canTake = vi.fn(() => true);
  const one = deskFor(line, { open, answer, onOpenFailed, onNews, lookUp, canTake });
  const call = (room: string) => line.event(incoming(room));
  return { one, line, sessions, open, barred, answer, onOpenFailed, onNews, lookUp, canTake, call };
}

const incoming = (room: string): IncomingCall => ({
  command: 'incoming_call',
  room,
  channel_id: 'c',
  from_user_id: 'tom',
  from_name: 'Tom',
  expires_at: new Date(Date.now() + 45_000).toISOString(),
});

describe('the desk', () => {
  it('takes a call that rings, and tells so', async () => {
    const { one, call, answer, open } = desk();
    call('river');
    expect(one.ringing.getSnapshot()?.room).toBe('river');
    one.accept();
    await vi.waitFor(() => expect(one.getSnapshot().session).not.toBeNull());
    expect(answer).toHaveBeenCalledWith('river', true);
    expect(open).toHaveBeenCalledWith({ room: 'river' });
  });

  it.each(['call_answered', 'call_ended'] as const)('stops ringing at %s', (command) => {
    const { one, line, call } = desk();
    call('river');
    line.event({ command, room: 'river', channel_id: 'c' } as never);
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('stays in the call that is asked for again, and leaves it for another one', async () => {
    const { one, sessions } = desk();
    await one.open({ channelId: 'c' });
    await one.open({ channelId: 'c' });
    await one.open({ room: 'room of c' });
    expect(sessions).toHaveLength(1);
    await one.open({ channelId: 'other' });
    expect(sessions).toHaveLength(2);
    expect(sessions[0]?.dispose).toHaveBeenCalledOnce();
  });

  it('begins anew after an end', async () => {
    const { one, sessions } = desk();
    await one.open({ channelId: 'c' });
    for (const made of sessions) made.phase = 'ended';
    await one.open({ channelId: 'c' });
    expect(sessions).toHaveLength(2);
  });

  it('is not rung at by the call that one is in', async () => {
    const { one, call } = desk();
    await one.open({ room: 'river' });
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it.each([{ room: 'river' }, { channelId: 'c' }])('is answered by going to the call: %j', async (target) => {
    const { one, call, answer } = desk();
    call('river');
    const opened = one.open(target);
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(answer).toHaveBeenCalledWith('river', true);
    // What the server says once more to a page that has just come.
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    await opened;
  });

  it('rings on while one goes to another call', async () => {
    const { one, call, answer } = desk();
    call('river');
    await one.open({ channelId: 'other' });
    expect(one.ringing.getSnapshot()?.room).toBe('river');
    expect(answer).not.toHaveBeenCalled();
  });

  it('ends the call of a conversation in which one may only read', async () => {
    const { one, barred } = desk();
    await one.open({ channelId: 'c' });
    one.follow([channel({ channelId: 'c' }), channel({ channelId: 'other', membership: 'inactive' })]);
    expect(barred).not.toHaveBeenCalled();
    one.follow([channel({ channelId: 'c', membership: 'inactive' })]);
    expect(barred).toHaveBeenCalledOnce();
  });

  it('rings for nobody who cannot take calls', async () => {
    const { one, canTake, call, open } = desk();
    canTake.mockReturnValue(false);
    call('river');
    await one.pushed('river', '');
    one.take('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });

  it('rings for a push while the connection is away, and once', async () => {
    const { one, line, lookUp, call, onNews } = desk();
    await one.pushed('river', 'soon');
    expect(lookUp).toHaveBeenCalledWith('river', 'soon');
    expect(one.ringing.getSnapshot()).toMatchObject({ room: 'river', fromName: 'Tom' });
    call('river');
    await one.pushed('river', 'soon');
    expect(onNews).toHaveBeenCalledTimes(2);
    expect(lookUp).toHaveBeenCalledOnce();
    line.event({ command: 'call_answered', room: 'river' });
    await one.pushed('river', 'soon');
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('does not ring for a push whose call was settled while it was looked up', async () => {
    const { one, line, lookUp } = desk();
    lookUp.mockImplementation(async (room) => {
      line.event({ command: 'call_ended', room, channel_id: 'c' });
      return incoming(room);
    });
    await one.pushed('river', '');
    expect(one.ringing.getSnapshot()).toBeNull();
    lookUp.mockResolvedValue(null);
    await one.pushed('brook', '');
    expect(one.ringing.getSnapshot()).toBeNull();
    lookUp.mockRejectedValue(new Error('away'));
    await expect(one.pushed('lake', '')).rejects.toThrow('away');
  });

  it('is silent in a quiet time', () => {
    const { one, call } = desk();
    call('river');
    one.follow([channel({ channelId: 'c', blackout: { active: true, until: null, refusesSending: false } })]);
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('says when a call cannot be fetched, and can be asked again', async () => {
    const { one, open, onOpenFailed } = desk();
    open.mockRejectedValueOnce(new Error('chunk'));
    await one.open({ channelId: 'c' });
    expect(onOpenFailed).toHaveBeenCalledOnce();
    expect(one.getSnapshot()).toMatchObject({ session: null, isOpening: false });
    await one.open({ channelId: 'c' });
    expect(one.getSnapshot().session).not.toBeNull();
  });

  it('hears no more once it is put away', async () => {
    const { one, sessions, call } = desk();
    await one.open({ channelId: 'c' });
    one.dispose();
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(sessions[0]?.dispose).toHaveBeenCalledOnce();
  });
});
