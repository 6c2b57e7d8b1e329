import { describe, expect, it, vi } from 'vitest';
import type { IncomingCallFrame } from '../../client/frames.gen';
import { fakeSignaling } from '../../testing/calls';
import { fakeCallManager } from '../../testing/chat';
import { channel } from '../../testing/fixtures';
import type { CallSession, CallTarget } from './call-session';

function callManager() {
  const { signaling } = fakeSignaling();
  const sessions: { target: CallTarget; phase: string; dispose: ReturnType<typeof vi.fn> }[] = [];
  const open = vi.fn(async (target: CallTarget) => {
    const made = { target, phase: 'live', dispose: vi.fn() };
    sessions.push(made);
    const room = 'room' in target ? target.room : `room of ${target.channelId}`;
    const channel = 'channelId' in target ? target.channelId : 'c';
    const getSnapshot = () => ({ phase: made.phase, room: { room, channel } });
    return { ...made, isActive: true, getSnapshot, excluded } as unknown as CallSession;
  });
  const excluded = vi.fn();
  const answer = vi.fn();
  const onOpenFailed = vi.fn();
  const onCallChanged = vi.fn();
  const fetchIncomingCall = vi.fn(async (room: string): Promise<IncomingCallFrame | null> => incoming(room));
  const canReceiveCalls = vi.fn(() => true);
  const one = fakeCallManager(signaling, {
    open,
    answer,
    onOpenFailed,
    onCallChanged,
    fetchIncomingCall,
    canReceiveCalls,
  });
  const call = (room: string) => signaling.event(incoming(room));
  return {
    one,
    signaling,
    sessions,
    open,
    excluded,
    answer,
    onOpenFailed,
    onCallChanged,
    fetchIncomingCall,
    canReceiveCalls,
    call,
  };
}

const incoming = (room: string): IncomingCallFrame => ({
  command: 'incoming_call',
  call_id: `call in ${room}`,
  room,
  channel_id: 'c',
  from_user_id: 'tom',
  from_name: 'Tom',
  expires_at: new Date(Date.now() + 45_000).toISOString(),
});

const settled = {
  command: 'call_ended',
  channel_id: 'c',
  reason: 'everybody_left',
  by_user_id: null,
} as const;

describe('the call manager', () => {
  it('accepts a ringing call and sends it', async () => {
    const { one, call, answer, open } = callManager();
    call('river');
    expect(one.ringing.getSnapshot()?.room).toBe('river');
    one.accept();
    await vi.waitFor(() => expect(one.getSnapshot().session).not.toBeNull());
    expect(answer).toHaveBeenCalledWith('river', true);
    expect(open).toHaveBeenCalledWith({ room: 'river' });
  });

  it.each(['call_answered', 'call_ended'] as const)('stops ringing at %s', (command) => {
    const { one, signaling, call } = callManager();
    call('river');
    signaling.event({ command, call_id: 'call in river', room: 'river', channel_id: 'c' } as never);
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('stays in the call that is asked for again, and leaves it for another one', async () => {
    const { one, sessions } = callManager();
    await one.open({ channelId: 'c' });
    await one.open({ channelId: 'c' });
    await one.open({ room: 'room of c' });
    expect(sessions).toHaveLength(1);
    await one.open({ channelId: 'other' });
    expect(sessions).toHaveLength(2);
    expect(sessions[0]?.dispose).toHaveBeenCalledOnce();
  });

  it('begins anew after an end', async () => {
    const { one, sessions } = callManager();
    await one.open({ channelId: 'c' });
    for (const made of sessions) made.phase = 'ended';
    await one.open({ channelId: 'c' });
    expect(sessions).toHaveLength(2);
  });

  it('is not rung at by the call that one is in', async () => {
    const { one, call } = callManager();
    await one.open({ room: 'river' });
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it.each([{ room: 'river' }, { channelId: 'c' }])('is answered by going to the call: %j', async (target) => {
    const { one, call, answer } = callManager();
    call('river');
    const opened = one.open(target);
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(answer).toHaveBeenCalledWith('river', true);
    // The server repeats the frame for a new page.
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    await opened;
  });

  it('rings on while one goes to another call', async () => {
    const { one, call, answer } = callManager();
    call('river');
    await one.open({ channelId: 'other' });
    expect(one.ringing.getSnapshot()?.room).toBe('river');
    expect(answer).not.toHaveBeenCalled();
  });

  it('ends the call of an inactive member', async () => {
    const { one, excluded } = callManager();
    await one.open({ channelId: 'c' });
    one.setChannels([channel({ channelId: 'c' }), channel({ channelId: 'other', membership: 'inactive' })]);
    expect(excluded).not.toHaveBeenCalled();
    one.setChannels([channel({ channelId: 'c', membership: 'inactive' })]);
    expect(excluded).toHaveBeenCalledOnce();
  });

  it('does not ring without video entitlement', async () => {
    const { one, canReceiveCalls, call, open } = callManager();
    canReceiveCalls.mockReturnValue(false);
    call('river');
    await one.receivePush('river', '');
    one.openFromNotification('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(open).not.toHaveBeenCalled();
  });

  it('rings once for a push without connection', async () => {
    const { one, signaling, fetchIncomingCall, call, onCallChanged } = callManager();
    await one.receivePush('river', 'soon');
    expect(fetchIncomingCall).toHaveBeenCalledWith('river', 'soon');
    expect(one.ringing.getSnapshot()).toMatchObject({ room: 'river', fromName: 'Tom' });
    call('river');
    await one.receivePush('river', 'soon');
    expect(onCallChanged).toHaveBeenCalledTimes(2);
    expect(fetchIncomingCall).toHaveBeenCalledOnce();
    signaling.event({ command: 'call_answered', call_id: 'call in river', room: 'river' });
    await one.receivePush('river', 'soon');
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('ignores a push for a settled call', async () => {
    const { one, signaling, fetchIncomingCall } = callManager();
    fetchIncomingCall.mockImplementation(async (room) => {
      signaling.event({ ...settled, call_id: `call in ${room}`, room });
      return incoming(room);
    });
    await one.receivePush('river', '');
    expect(one.ringing.getSnapshot()).toBeNull();
    fetchIncomingCall.mockResolvedValue(null);
    await one.receivePush('brook', '');
    expect(one.ringing.getSnapshot()).toBeNull();
    fetchIncomingCall.mockRejectedValue(new Error('away'));
    await expect(one.receivePush('lake', '')).rejects.toThrow('away');
  });

  it('rings for the next call in the same room', async () => {
    const { one, sessions, signaling, fetchIncomingCall, call } = callManager();
    call('river');
    signaling.event({ command: 'call_answered', call_id: 'call in river', room: 'river' });
    await one.open({ room: 'river' });
    for (const made of sessions) made.phase = 'ended';
    signaling.event({ ...incoming('river'), call_id: 'the next' });
    expect(one.ringing.getSnapshot()).toMatchObject({ room: 'river', callId: 'the next' });
    one.ringing.decline();
    fetchIncomingCall.mockResolvedValue({ ...incoming('river'), call_id: 'a third' });
    await one.receivePush('river', '');
    expect(one.ringing.getSnapshot()?.callId).toBe('a third');
  });

  it('is silent in a quiet time', () => {
    const { one, call } = callManager();
    call('river');
    one.setChannels([
      channel({ channelId: 'c', blackout: { active: true, until: null, refusesSending: false } }),
    ]);
    expect(one.ringing.getSnapshot()).toBeNull();
  });

  it('reports a failed open and allows retry', async () => {
    const { one, open, onOpenFailed } = callManager();
    open.mockRejectedValueOnce(new Error('chunk'));
    await one.open({ channelId: 'c' });
    expect(onOpenFailed).toHaveBeenCalledOnce();
    expect(one.getSnapshot()).toMatchObject({ session: null, isOpening: false });
    await one.open({ channelId: 'c' });
    expect(one.getSnapshot().session).not.toBeNull();
  });

  it('ignores events after disposal', async () => {
    const { one, sessions, call } = callManager();
    await one.open({ channelId: 'c' });
    one.dispose();
    call('river');
    expect(one.ringing.getSnapshot()).toBeNull();
    expect(sessions[0]?.dispose).toHaveBeenCalledOnce();
  });
});
