import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import '../../i18n';
import type { Call } from '../../api/call-history';
import type { Channel } from '../../model/channels';
import { renderChat } from '../../testing/chat';
import { type Calls, fakeApi } from '../../testing/fake-api';
import { MembersPanel } from './members-panel';

const HISTORY = 'GET /api/v2/chat/c/channel-history/?page_number=1';
const RATE = 'POST /api/v2/chat/meeting-summary-rating/';
const CARD = 'GET /api/v2/video/meeting-summary-rating-status/?user_id=maya';

const call = (id: string, changes: Partial<Call> = {}): Call => ({
  meetingRecordingId: id,
  meetingDatetime: '2026-11-09T18:00:00Z',
  meetingEnded: '2026-11-09T18:30:00Z',
  state: 'ready',
  failure: null,
  summaryTextFileUrl: `/summary-${id}`,
  transcriptionTextFileUrl: `/transcript-${id}`,
  rating: null,
  ...changes,
});
const page = (calls: Call[], hasNextPage = false) => ({
  status: 200,
  body: { chatMeetingHistory: calls, hasNextPage },
});

function setUp(calls: Calls, changes: Partial<Channel> = {}) {
  const api = fakeApi(calls);
  renderChat((channel) => <MembersPanel channel={channel} onClose={() => {}} />, changes);
  return { api, user: userEvent.setup() };
}

const rateButton = () => screen.findByRole('button', { name: /Rate the call|your rating/ });

describe('call history', () => {
  it('shows documents, or why they are missing', async () => {
    const none = { summaryTextFileUrl: null, transcriptionTextFileUrl: null };
    setUp({
      [HISTORY]: page([
        call('a', { rating: 4 }),
        call('b', { state: 'transcribed', summaryTextFileUrl: null }),
        call('c', { state: 'failed', failure: 'x', ...none }),
        call('d', { state: 'purged', ...none }),
        call('e', { state: 'failed', failure: 'no_consent', ...none }),
      ]),
    });
    const table = await screen.findByRole('table', { name: 'Call history' });
    const rows = within(table).getAllByRole('row').slice(1);
    const links = rows.map((row) =>
      within(row)
        .queryAllByRole<HTMLAnchorElement>('link')
        .map((link) => [link.getAttribute('href'), link.hasAttribute('download')]),
    );
    expect(links).toEqual([
      [
        ['/summary-a', true],
        ['/transcript-a', true],
      ],
      [['/transcript-b', true]],
      [],
      [],
      [],
    ]);
    const said = ['In progress', 'Not available', 'Deleted', 'Not saved: not everyone said Yes'].map(
      (text) => within(table).getAllByText(text).length,
    );
    expect(said).toEqual([1, 2, 2, 1]);
    expect(within(table).getAllByRole('button')).toHaveLength(1);
    const headings = within(table)
      .getAllByRole('columnheader')
      .map((heading) => heading.textContent);
    expect(headings).toEqual(['Call Date & Time', 'Summary', 'Transcript', 'Rate']);
  });

  it('shows an empty state', async () => {
    setUp({ [HISTORY]: page([]) });
    expect(await screen.findByText('No Meeting History available')).toBeTruthy();
  });

  it('shows an error with a retry', async () => {
    let isAway = true;
    const { user } = setUp({
      [HISTORY]: () => (isAway ? { status: 404, body: { code: 'channel_unknown' } } : page([call('a')])),
    });
    await screen.findByRole('alert');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table');
  });

  it('loads further pages', async () => {
    const { user } = setUp({
      [HISTORY]: page([call('a')], true),
      'GET /api/v2/chat/c/channel-history/?page_number=2': page([call('b')]),
    });
    await user.click(await screen.findByRole('button', { name: 'Show older calls' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    expect(screen.queryByRole('button', { name: 'Show older calls' })).toBeNull();
  });

  it('is absent in the assistant channel', () => {
    setUp({}, { kind: 'assistant' });
    expect(screen.getByRole('region', { name: 'Members' })).toBeTruthy();
    expect(screen.queryByText('Call history')).toBeNull();
  });
});

describe('call rating', () => {
  it('is shown at once and sent', async () => {
    let answer: (value: { status: number; body: unknown }) => void = () => {};
    const { api, user } = setUp({
      [HISTORY]: page([call('a')]),
      [RATE]: () => new Promise((resolve) => (answer = resolve)),
      [CARD]: { status: 200, body: {} },
    });
    await user.click(await rateButton());
    await user.click(screen.getByRole('radio', { name: /^5 of 5/ }));
    expect(screen.queryByRole('radio')).toBeNull();
    expect((await rateButton()).getAttribute('aria-label')).toContain('5 of 5');
    expect(document.activeElement).toBe(await rateButton());
    answer({ status: 200, body: { meetingRecordingId: 'a', rating: 5 } });
    await waitFor(() =>
      expect(api.bodies(RATE)).toEqual([{ meeting_recording_id: 'a', user_id: 'maya', meeting_rating: 5 }]),
    );
  });

  it('is reverted when sending fails', async () => {
    const { user } = setUp({ [HISTORY]: page([call('a', { rating: 2 })]), [RATE]: 'no network' });
    await user.click(await rateButton());
    await user.click(screen.getByRole('radio', { name: /^5 of 5/ }));
    await screen.findByText(/We cannot reach Mentor Hub/);
    expect((await rateButton()).getAttribute('aria-label')).toContain('2 of 5');
  });

  it('closes with Escape or an outside press', async () => {
    const { user } = setUp({ [HISTORY]: page([call('a')]) });
    await user.click(await rateButton());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(document.activeElement).toBe(await rateButton());
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('radio')).toHaveLength(5);
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
  });
});
