import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { showStaff } from '../testing';

const CASE = {
  id: 'one',
  kind: 'report',
  reason: 'harassment',
  isUrgent: false,
  about: { id: 'maya', name: 'Former member' },
  reporter: { id: 'tom', name: 'Tom Rivera' },
  channelKind: 'direct',
  channelName: '',
  programme: null,
  createdAt: '2026-01-01T00:00:00Z',
  resolvedAt: null,
  resolvedBy: null,
  assignedTo: null,
  channelId: 'pair',
  msgId: null,
  message: null,
  file: null,
  details: 'She scares me.',
  resolution: null,
  outcome: null,
  isSilencing: false,
  isSuspended: false,
  suspendedUntil: null,
  warnings: { shown: 2, sent: 1 },
  hold: {
    aboutName: 'Maya Andersson',
    reporterName: 'Tom Rivera',
    messages: 12,
    sealedAt: '2026-01-01T00:00:00Z',
    reviewAt: '2026-07-01T12:00:00Z',
  },
};
const CLOSED = {
  ...CASE,
  resolvedAt: '2026-02-01T00:00:00Z',
  resolvedBy: { id: 'sam', name: 'Sam Whitfield' },
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (shown: object, calls: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/reports/one', ['handle_cases'], {
    'GET /api/staff/cases/one/': { status: 200, body: shown },
    'GET /api/staff/cases/one/measures/': { status: 200, body: { mentorships: [], assignees: [] } },
    'GET /api/staff/cases/one/history/': { status: 200, body: [] },
    ...calls,
  });

it('open case keeps its copies and names the person of its time', async () => {
  show(CASE);
  await screen.findByText(/Copies of 12 messages are sealed .* Decide again by 1 July 2026/);
  expect(screen.getByText(/At the time of the report, the person was Maya Andersson/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep the copies' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete the copies' })).toBeNull();
});

it.each([
  ['open case far from its review', CASE, 31, []],
  ['open case near its review', CASE, 29, ['Keep the copies']],
  ['closed case', CLOSED, 31, ['Keep the copies', 'Delete the copies']],
])('%s offers its decisions', async (_, item, days, decisions) => {
  const reviewAt = new Date(Date.now() + days * 24 * 3_600_000).toISOString();
  show({ ...item, hold: { ...CASE.hold, reviewAt } });
  await screen.findByText(/Copies of 12 messages are sealed/);
  const buttons = screen.getAllByRole('button').map((button) => button.textContent);
  expect(buttons.filter((name) => name?.endsWith('the copies'))).toEqual(decisions);
});

it('copies of a closed case are deleted with a reason', async () => {
  const reasons: unknown[] = [];
  const deletes = (body: unknown) => {
    reasons.push(body);
    return { status: 204 };
  };
  show(CLOSED, { 'POST /api/staff/cases/one/hold-end/': deletes });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the copies' }));
  await userEvent.type(screen.getByRole('textbox', { name: /Why\?/, hidden: true }), 'The police have them');
  const [, submit] = screen.getAllByRole('button', { name: 'Delete the copies', hidden: true });
  await userEvent.click(submit as HTMLElement);
  await screen.findByText('The copies are deleted.');
  expect(reasons).toEqual([{ reason: 'The police have them' }]);
});
