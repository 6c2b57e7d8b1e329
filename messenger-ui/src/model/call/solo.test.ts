import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallChangedFrame } from '../../client/frames.gen';
import { callRoom, fakeSignaling, unopenedPreview } from '../../testing/calls';
import type { CallRoom } from './call-room';
import { CallSession, type Conference } from './call-session';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

/** Maya's call of a direct channel or a group; she is in the conference. */
async function calling(room: Partial<CallRoom> = {}) {
  const { signaling } = fakeSignaling();
  const answer = () => Promise.resolve(callRoom({ consent: true, ...room }));
  const api = { start: answer, room: answer, consent: answer, event: vi.fn() };
  const conference = { kind: 'builtin', participantId: 'p', leave: vi.fn() } as unknown as Conference;
  const target = { channelId: 'c' };
  const connect = () => conference;
  const one = new CallSession({
    target,
    selfId: 'maya',
    api,
    signaling,
    preview: unopenedPreview(),
    connect,
    now: Date.now,
  });
  await vi.advanceTimersByTimeAsync(0);
  await one.answer(true);
  one.conferenceJoined();
  const change = (people: string[], answers: Partial<Pick<CallChangedFrame, 'accepted' | 'declined'>> = {}) =>
    signaling.event({
      command: 'call_changed',
      call_id: '1',
      room: 'river',
      channel_id: 'c',
      participants: people.map((user_id) => ({ user_id, name: '', joined_at: '', is_moderator: false })),
      recording: { state: 'off', reason: 'nobody', consents: [] },
      accepted: [],
      declined: [],
      ...answers,
    });
  return { one, api, change, conference, state: () => one.getSnapshot() };
}

describe('a caller', () => {
  it('gets no answer after 45 seconds', async () => {
    const { one, api, change, conference, state } = await calling();
    change(['maya']);
    expect(state().isCalling).toBe(true);
    vi.advanceTimersByTime(44_999);
    expect(state().phase).toBe('live');
    vi.advanceTimersByTime(1);
    expect(state()).toMatchObject({ phase: 'ended', end: 'noAnswer', isCalling: false, talkedFor: null });
    expect(one.isUnanswered).toBe(true);
    expect(conference.leave).toHaveBeenCalledOnce();
    expect(api.event).toHaveBeenCalledWith('river', 'ended', 'p');
  });

  it('waits for a person who accepted', async () => {
    const { change, state } = await calling();
    change(['maya'], { accepted: ['tom'] });
    expect(state().isCalling).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(state().phase).toBe('live');
  });

  it('learns at once that the other one declined', async () => {
    const { one, change, state } = await calling();
    change(['maya'], { declined: ['tom'] });
    expect(state()).toMatchObject({ phase: 'ended', end: 'declined' });
    expect(one.isUnanswered).toBe(true);
  });

  it('in a group is asked whether to stay', async () => {
    const { one, change, state } = await calling({ isGroup: true });
    change(['maya'], { declined: ['tom'] });
    vi.advanceTimersByTime(45_000);
    expect(state()).toMatchObject({ phase: 'live', asksToStay: 'unanswered' });
    one.stay();
    change(['maya']);
    vi.advanceTimersByTime(120_000);
    expect(state()).toMatchObject({ phase: 'live', asksToStay: null });
  });

  it('who hangs up before an answer can call again', async () => {
    const { one } = await calling();
    one.hangUp();
    expect(one.isUnanswered).toBe(true);
  });
});

describe('the last one left', () => {
  it('is asked after 30 seconds', async () => {
    const { change, state } = await calling({ isGroup: true });
    change(['maya', 'tom']);
    change(['maya']);
    vi.advanceTimersByTime(29_999);
    expect(state().asksToStay).toBeNull();
    vi.advanceTimersByTime(1);
    expect(state()).toMatchObject({ phase: 'live', asksToStay: 'left' });
    change(['maya', 'ana']);
    expect(state().asksToStay).toBeNull();
  });

  it('is not asked if somebody returns in time', async () => {
    const { change, state } = await calling({ isGroup: true });
    change(['maya', 'tom']);
    change(['maya']);
    vi.advanceTimersByTime(20_000);
    change(['maya', 'tom']);
    vi.advanceTimersByTime(60_000);
    expect(state().asksToStay).toBeNull();
  });

  it('who stays is asked again only after another departure', async () => {
    const { one, change, state } = await calling({ isGroup: true });
    change(['maya', 'tom']);
    change(['maya']);
    vi.advanceTimersByTime(30_000);
    one.stay();
    change(['maya']);
    vi.advanceTimersByTime(60_000);
    expect(state().asksToStay).toBeNull();
    change(['maya', 'tom']);
    change(['maya']);
    vi.advanceTimersByTime(30_000);
    expect(state().asksToStay).toBe('left');
  });
});

it('talk time begins with the second person', async () => {
  const { one, change, state } = await calling({ isGroup: true });
  vi.advanceTimersByTime(10_000);
  change(['maya', 'tom']);
  vi.advanceTimersByTime(20_000);
  change(['maya', 'tom', 'ana']);
  vi.advanceTimersByTime(5_000);
  one.hangUp();
  expect(state().talkedFor).toBe(25_000);
});
