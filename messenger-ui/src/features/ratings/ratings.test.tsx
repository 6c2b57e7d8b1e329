import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../i18n';
import type { Channel } from '../../model/channels';
import { renderChat } from '../../testing/chat';
import { type Calls, fakeApi } from '../../testing/fake-api';
import { Ratings } from './ratings';

const STATUS = 'GET /api/v2/chat/c/rating-status/';
const RATE = 'POST /api/v2/chat/c/rating/';
const CARD = 'GET /api/v2/video/meeting-summary-rating-status/?user_id=maya';
const RATE_MEETING = 'POST /api/v2/chat/meeting-summary-rating/';

const THANKS = 'Thank you for your feedback! Your rating has been submitted.';
const QUESTIONS = [
  'Accuracy of information provided?',
  'Relevance of information shared?',
  'Query resolution?',
] as const;

const isAsked = (isRatingModal: boolean) => ({ status: 200, body: { isRatingModal } });
const NO_MEETING = {
  status: 200,
  body: {
    meetingRatingStatus: false,
    meetingRecordingId: null,
    meetingDateTime: null,
    meetingRatingTitle: null,
    channelId: null,
  },
};
const meeting = (channelId: string) => ({
  status: 200,
  body: {
    meetingRatingStatus: true,
    meetingRecordingId: 'r1',
    meetingDateTime: '2026-11-09T18:00:00Z',
    meetingRatingTitle: 'How was the summary of your call?',
    channelId,
  },
});

function setUp(calls: Calls, changes: Partial<Channel> = {}) {
  const api = fakeApi({ [STATUS]: isAsked(true), [CARD]: NO_MEETING, ...calls });
  const onFocusFreed = vi.fn();
  let isOpen = true;
  const rendered = renderChat(
    (channel) => (isOpen ? <Ratings channel={channel} onFocusFreed={onFocusFreed} /> : null),
    changes,
  );
  const send = () => act(() => rendered.hub.channelStore('c').send('hello'));
  const show = (open: boolean) => {
    isOpen = open;
    rendered.change({});
  };
  return { ...rendered, api, send, show, onFocusFreed };
}

const chatCard = () => screen.findByRole('region', { name: 'How is this conversation going?' });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const rate = (question: string, level: number) =>
  fireEvent.click(
    within(screen.getByRole('group', { name: question })).getByRole('radio', {
      name: new RegExp(`^${level} of 5`),
    }),
  );
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('chat rating', () => {
  it('is sent when all questions are answered', async () => {
    const { api } = setUp({ [RATE]: isAsked(false) });
    await chatCard();
    rate(QUESTIONS[0], 4);
    rate(QUESTIONS[1], 5);
    expect(submit().disabled).toBe(true);
    rate(QUESTIONS[2], 1);
    rate(QUESTIONS[2], 3);
    expect(submit().disabled).toBe(false);
    fireEvent.click(submit());
    await screen.findByText(THANKS);
    const rating = { [QUESTIONS[0]]: 4, [QUESTIONS[1]]: 5, [QUESTIONS[2]]: 3 };
    expect(api.bodies(RATE)).toEqual([{ rating }]);
  });

  it('shows the confirmation for two seconds', async () => {
    setUp({ [RATE]: isAsked(false) });
    await chatCard();
    for (const question of QUESTIONS) rate(question, 5);
    // From here on only the test advances the clock.
    vi.setTimerTickMode('manual');
    fireEvent.click(submit());
    while (screen.queryByText(THANKS) === null) await later(0);
    await later(1_999);
    expect(screen.getByText(THANKS)).toBeTruthy();
    await later(1);
    expect(screen.queryByText(THANKS)).toBeNull();
  });

  it('is skipped with null answers', async () => {
    const { api } = setUp({ [RATE]: isAsked(false) });
    await chatCard();
    rate(QUESTIONS[0], 4);
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(api.bodies(RATE)).toEqual([
      { rating: { [QUESTIONS[0]]: null, [QUESTIONS[1]]: null, [QUESTIONS[2]]: null } },
    ]);
    expect(screen.queryByText(THANKS)).toBeNull();
  });

  it('keeps its answers when sending fails', async () => {
    let tries = 0;
    setUp({
      [RATE]: () => {
        tries += 1;
        return tries === 1 ? 'no network' : isAsked(false);
      },
    });
    await chatCard();
    for (const question of QUESTIONS) rate(question, 2);
    fireEvent.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain('We cannot reach Mentor Hub');
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked)).toHaveLength(3);
    fireEvent.click(submit());
    await screen.findByText(THANKS);
  });

  it('is postponed by Escape without a request', async () => {
    const { api, send } = setUp({});
    fireEvent.keyDown(await chatCard(), { key: 'Escape' });
    expect(screen.queryByRole('region')).toBeNull();
    send();
    await later(299_000);
    send();
    await later(299_000);
    expect(screen.queryByRole('region')).toBeNull();
    expect(api.bodies(STATUS)).toHaveLength(1);
    await later(1_500);
    await chatCard();
    expect(api.bodies(STATUS)).toHaveLength(2);
    expect(api.bodies(RATE)).toEqual([]);
  });

  it('is checked five minutes after a message', async () => {
    let isDue = false;
    const { api, send } = setUp({ [STATUS]: () => isAsked(isDue) });
    await waitFor(() => expect(api.bodies(STATUS)).toHaveLength(1));
    isDue = true;
    send();
    expect(screen.queryByRole('region')).toBeNull();
    await later(300_500);
    await chatCard();
  });

  it('is checked on time after the window was closed', async () => {
    let isDue = false;
    const { api, send, show } = setUp({ [STATUS]: () => isAsked(isDue) });
    await waitFor(() => expect(api.bodies(STATUS)).toHaveLength(1));
    send();
    show(false);
    await later(120_000);
    show(true);
    await waitFor(() => expect(api.bodies(STATUS)).toHaveLength(2));
    isDue = true;
    await later(179_000);
    expect(screen.queryByRole('region')).toBeNull();
    await later(1_500);
    await chatCard();
  });

  it('takes no focus and returns its own', async () => {
    const { onFocusFreed } = setUp({});
    const card = await chatCard();
    expect(card.contains(document.activeElement)).toBe(false);
    screen.getByRole('button', { name: 'Remind me later' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Remind me later' }));
    expect(onFocusFreed).toHaveBeenCalledOnce();
  });

  it.each([{ membership: 'inactive' as const }, { kind: 'broadcast' as const }, { kind: 'team' as const }])(
    'is not requested in read-only channels and of the team: %o',
    async (changes) => {
      const { api } = setUp({}, changes);
      await waitFor(() => expect(api.bodies(CARD)).toHaveLength(1));
      expect(api.bodies(STATUS)).toEqual([]);
    },
  );
});

describe('call rating', () => {
  const card = () => screen.findByRole('region', { name: 'How was the summary of your call?' });

  it('precedes the chat rating', async () => {
    let isRated = false;
    const { api } = setUp({
      [CARD]: () => (isRated ? NO_MEETING : meeting('c')),
      [RATE_MEETING]: () => {
        isRated = true;
        return { status: 200, body: { meetingRecordingId: 'r1', rating: 4 } };
      },
    });
    await card();
    expect(screen.getByText(/^Your call on Nov, 9/)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    rate(QUESTIONS[0], 4);
    fireEvent.click(submit());
    await screen.findByText(THANKS);
    expect(api.bodies(RATE_MEETING)).toEqual([
      { meeting_recording_id: 'r1', user_id: 'maya', meeting_rating: 4 },
    ]);
    await later(3_000);
    await chatCard();
  });

  it('is skipped with a null rating', async () => {
    const { api } = setUp({
      [STATUS]: isAsked(false),
      [CARD]: meeting('c'),
      [RATE_MEETING]: { status: 200, body: { meetingRecordingId: 'r1', rating: null } },
    });
    await card();
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(api.bodies(RATE_MEETING)).toEqual([
      { meeting_recording_id: 'r1', user_id: 'maya', meeting_rating: null },
    ]);
  });

  it('appears when a finished summary is ready', async () => {
    let isReady = false;
    const { hub } = setUp({ [STATUS]: isAsked(false), [CARD]: () => (isReady ? meeting('c') : NO_MEETING) });
    await later(61_000);
    isReady = true;
    await later(61_000);
    expect(screen.queryByRole('region')).toBeNull();
    act(() =>
      hub.callSignaling.event({
        command: 'call_ended',
        call_id: '1',
        room: 'river',
        channel_id: 'c',
        reason: 'everybody_left',
        by_user_id: null,
      }),
    );
    await later(61_000);
    await card();
  });

  it("is shown only in the call's channel", async () => {
    setUp({ [CARD]: meeting('elsewhere') });
    await chatCard();
  });
});
