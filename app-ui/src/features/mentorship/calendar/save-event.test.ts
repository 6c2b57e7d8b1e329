import { beforeEach, expect, test, vi } from 'vitest';
import { type CalendarEvent, saveEvent } from './calendar';
import { bodyOf, newDraft } from './event-draft';

const api = vi.hoisted(() => ({ post: vi.fn(), put: vi.fn() }));
vi.mock('ui-kit', async (original) => ({ ...(await original<object>()), api }));

const now = new Date(2026, 2, 2, 9, 0);
const draft = { ...newDraft('2026-03-05', now), title: 'First  call', isMentoringCall: true };
const ids = { mentorship: 'm', mentorGroup: null, partner: 'leo', timeZone: 'Europe/London', request: 'r' };
const stored = {
  id: 'e',
  title: 'First call',
  description: '',
  localeSessionName: null,
  scheduledTime: new Date(2026, 2, 5, 17, 0).toISOString(),
  repeatsUntil: null,
  isPairGroupCall: true,
  updatedOn: '2026-03-02T09:00:00.123Z',
} as CalendarEvent;

beforeEach(() => {
  api.post.mockReset().mockResolvedValue(stored);
  api.put.mockReset().mockResolvedValue(stored);
});

test('attempts of one form are one request', async () => {
  const bodies = [draft, { ...draft, title: 'Second call' }].map((one) => bodyOf(one, undefined, ids));
  expect(bodies.map(({ requestId }) => requestId)).toEqual(['r', 'r']);
  expect(bodyOf(draft, { ...stored, timeZone: 'Europe/London' }, ids).requestId).toBeNull();
});

test('new event is sent once', async () => {
  expect(await saveEvent('m', null, bodyOf(draft, undefined, ids))).toBe(stored);
  expect(api.put).not.toHaveBeenCalled();
});

test('event of a lost answer gets what was changed since', async () => {
  const body = bodyOf({ ...draft, title: 'Second call' }, undefined, ids);
  await saveEvent('m', null, body);
  expect(api.put.mock.lastCall?.[1]).toEqual({
    params: { path: { id: 'm', event: 'e' } },
    body: { ...body, updatedOn: stored.updatedOn },
  });
});
