import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { showStaff } from '../testing';

const caseOf = (id: string, more: object) => ({
  id,
  kind: 'report',
  reason: 'spam',
  isUrgent: false,
  about: { id: `about-${id}`, name: 'Maya Andersson' },
  reporter: { id: 'tom', name: 'Tom Rivera' },
  channelKind: 'direct',
  channelName: '',
  programme: null,
  createdAt: '2026-01-01T00:00:00Z',
  resolvedAt: null,
  resolvedBy: null,
  outcome: null,
  ...more,
});
const CRISIS = caseOf('crisis', {
  kind: 'crisis',
  reason: null,
  isUrgent: true,
  reporter: null,
  channelKind: 'assistant',
});
const CASES = [CRISIS, caseOf('one', {}), caseOf('two', {})];
const OPEN = 'GET /api/staff/cases/?sort=-urgency&status=open';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const show = (address: string, calls: Parameters<typeof showStaff>[2]) =>
  showStaff(address, ['handle_cases'], calls);

const listed = (results: readonly unknown[]) => ({
  status: 200,
  body: { results, nextCursor: null, total: results.length },
});

it('selected cases are closed with one outcome, urgent ones are not', async () => {
  const sentences: unknown[] = [];
  const closes = (body: unknown) => {
    sentences.push(body);
    return { status: 204 };
  };
  show('/staff/reports', {
    [OPEN]: listed(CASES),
    'POST /api/staff/cases/one/': closes,
    'POST /api/staff/cases/two/': refusal(404, 'not_found'),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close the selected' }));
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Close them', hidden: true });
  expect(submit.disabled).toBe(true);
  const outcome = screen.getByRole('combobox', { name: 'What became of it?', hidden: true });
  await userEvent.selectOptions(outcome, 'other');
  expect(submit.disabled).toBe(true);
  await userEvent.type(
    screen.getByRole('textbox', { name: /^Note/, hidden: true }),
    'Advertising; wrote to both',
  );
  expect(submit.disabled).toBe(false);
  await userEvent.selectOptions(outcome, 'Warned');
  await userEvent.click(submit);
  await screen.findByText('Done: 1 of 3');
  expect(sentences).toEqual([{ outcome: 'warned', resolution: 'Advertising; wrote to both' }]);
  const failed = within(screen.getByRole('group')).getAllByRole('listitem', { hidden: true });
  expect(failed.map(({ textContent }) => textContent)).toEqual([
    'Someone may need help: Maya Andersson: Urgent: open it and decide on it alone.',
    expect.stringContaining('Advertising or spam: Maya Andersson:'),
  ]);
});

it('tabs keep the search; a press on a person shows their cases', async () => {
  const about = '019abcde-0000-7000-8000-000000000001';
  const item = { ...CASES[1], about: { id: about, name: 'Maya Andersson' } };
  const { router } = show('/staff/reports?q=maya', {
    'GET /api/staff/cases/?q=maya&sort=-urgency&status=open': listed([item]),
    [`GET /api/staff/cases/?q=maya&about=${about}&sort=-urgency&status=open`]: listed([item]),
    [`GET /api/staff/cases/?q=maya&about=${about}&sort=-resolvedAt&status=resolved`]: listed([]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Maya Andersson' }));
  await userEvent.click(screen.getByRole('link', { name: 'Closed' }));
  await screen.findByText('Nothing matches');
  expect(router.state.location.search).toBe(`?q=maya&about=${about}&list=closed`);
});

it('closed cases show their outcome, older ones that none was recorded', async () => {
  const resolvedAt = '2026-01-02T00:00:00Z';
  const lea = { id: 'lea', name: 'Lea Brandt' };
  const closed = (id: string, outcome: string | null) => caseOf(id, { resolvedAt, resolvedBy: lea, outcome });
  show('/staff/reports?list=closed&outcome=authorities', {
    'GET /api/staff/cases/?outcome=authorities&sort=-resolvedAt&status=resolved': listed([
      closed('one', 'authorities'),
      closed('two', null),
    ]),
  });
  expect(await screen.findByRole('cell', { name: 'Handed to the authorities' })).toBeDefined();
  expect(screen.getByRole('cell', { name: 'Not recorded' })).toBeDefined();
});

it('old link to recordings leads to their list', async () => {
  const { router } = show('/staff/reports?list=recordings', {});
  await screen.findByRole('heading', { name: 'This page does not exist' });
  expect(router.state.location.pathname).toBe('/staff/recordings');
});
