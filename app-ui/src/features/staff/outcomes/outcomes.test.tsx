import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';
import type { Count, OutcomeReport } from './outcome-report';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../shared/lists/save-file', () => ({ saveFile: saved }));

const shown = (value: number | null, orMore = false): Count => ({ value, orMore });
const row = (figure: 'joined' | 'approved', partOf: 'joined' | null, counts: Count[]) => ({
  figure,
  name: figure === 'joined' ? 'Signed up' : 'Approved',
  definition: `What ${figure} means.`,
  partOf,
  counts,
});
const REPORT: OutcomeReport = {
  id: 'r1',
  programme: PROGRAMME,
  firstYear: 2025,
  lastYear: 2025,
  requestedAt: '2026-03-09T12:00:00Z',
  computedAt: '2026-03-09T12:00:01Z',
  month: null,
  author: { id: 'sam', name: 'Sam Weaver' },
  figures: {
    columns: [
      { role: 'mentee', year: 2025 },
      { role: 'mentor', year: 2025 },
    ],
    tables: [
      {
        table: 'way',
        name: 'The way',
        rows: [
          row('joined', null, [shown(40), shown(20)]),
          row('approved', 'joined', [shown(30), shown(null)]),
        ],
      },
    ],
    weeks: { name: 'Weeks', definition: 'How long.', quarters: [[1, 2, 4], null] },
    changes: { name: 'Changes', definition: 'Before.', questions: [] },
  },
};
const ALONE = { results: [REPORT], nextCursor: null, total: 1 };
const SAME = 'GET /api/staff/outcomes/?years=2025-2025&limit=50';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  await loadPageTexts();
});

const show = (address: string, calls: Parameters<typeof showStaff>[2] = {}) =>
  showStaff(address, ['read_outcomes'], {
    'GET /api/staff/outcomes/r1/': { status: 200, body: REPORT },
    [SAME]: { status: 200, body: ALONE },
    ...calls,
  });

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((line) => [...line.children].map((cell) => cell.textContent).join(' | '));

it('counts stand beside their shares and meanings', async () => {
  show('/staff/outcomes/r1');
  expect(cellsOf(await screen.findByRole('table', { name: 'The way' }))).toEqual([
    'Figure | Mentees | Mentors',
    'Signed upWhat joined means. | 40 | 20',
    'ApprovedWhat approved means. | 3075% of “Signed up” | too few to show',
  ]);
  expect(cellsOf(screen.getByRole('table', { name: 'Weeks' }))).toEqual([
    'Matched after at most | Mentees | Mentors',
    'A quarter | 1 week | too few to show',
    'Half | 2 weeks | too few to show',
    'Three quarters | 4 weeks | too few to show',
  ]);
  screen.getByText('School year 2025/26 · as of 9 March 2026');
  screen.getByText('No question has been answered twice by ten people yet.');
  expect(screen.queryByLabelText('Compare with')).toBeNull();
});

it('sum without hidden counts has no share', async () => {
  const years = [2025, 2026, null].map((year) => ({ role: 'mentee' as const, year }));
  const tables = [
    {
      table: 'way' as const,
      name: 'The way',
      rows: [
        row('joined', null, [shown(10), shown(20), shown(30)]),
        row('approved', 'joined', [shown(null), shown(15), shown(15, true)]),
      ],
    },
  ];
  const figures = REPORT.figures && { ...REPORT.figures, columns: years, tables };
  const body = { ...REPORT, lastYear: 2026, figures };
  show('/staff/outcomes/r1', {
    'GET /api/staff/outcomes/r1/': { status: 200, body },
    'GET /api/staff/outcomes/?years=2025-2026&limit=50': { status: 200, body: ALONE },
  });
  expect(cellsOf(await screen.findByRole('table', { name: 'The way' }))).toEqual([
    'Figure | Mentees2025/26 | Mentees2026/27 | MenteesAll years',
    'Signed upWhat joined means. | 10 | 20 | 30',
    'ApprovedWhat approved means. | too few to show | 1575% of “Signed up” | at least 15',
  ]);
});

it('another report about the same years stands beside', async () => {
  const other = { ...REPORT, id: 'r2', programme: { ...PROGRAMME, title: 'Hill' } };
  show('/staff/outcomes/r1', {
    [SAME]: { status: 200, body: { ...ALONE, results: [REPORT, other] } },
    'GET /api/staff/outcomes/r2/': { status: 200, body: other },
  });
  await userEvent.selectOptions(await screen.findByLabelText('Compare with'), 'r2');
  await screen.findAllByText(/Hill, 9 March 2026/);
  const [head] = cellsOf(screen.getByRole('table', { name: 'The way' }));
  expect(head?.split(' | ').map((cell) => cell.replace(/,.*/, ''))).toEqual([
    'Figure',
    'MenteesNorthfield',
    'MenteesHill',
    'MentorsNorthfield',
    'MentorsHill',
  ]);
});

it('report opens while it is being made', async () => {
  let figures: OutcomeReport['figures'] = null;
  const asked: unknown[] = [];
  const making = () => ({
    status: 200,
    body: { ...REPORT, figures, requestedAt: new Date().toISOString() },
  });
  show('/staff/outcomes', {
    'GET /api/staff/outcomes/': { status: 200, body: { results: [], nextCursor: null, total: 0 } },
    'POST /api/staff/outcomes/': (body) => {
      asked.push(body);
      return { status: 200, body: { id: 'r1' } };
    },
    'GET /api/staff/outcomes/r1/': making,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Make a report' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Last school year' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make the report' }));
  await screen.findByText('The report is being made. This takes a few seconds.');
  expect(asked).toEqual([{ programme: PROGRAMME.id, period: 'last_year' }]);
  figures = REPORT.figures;
  await screen.findByRole('table', { name: 'The way' }, { timeout: 5000 });
});

it('too many reports of a day are refused in the dialog', async () => {
  show('/staff/outcomes', {
    'GET /api/staff/outcomes/': { status: 200, body: ALONE },
    'POST /api/staff/outcomes/': refusal(409, 'too_many_outcome_reports'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Make a report' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make the report' }));
  await within(dialog).findByText(/^At most 20 reports of a programme/);
});

it('those who only report begin with the outcomes', async () => {
  const { router } = show('/staff', {
    'GET /api/staff/outcomes/': { status: 200, body: ALONE },
  });
  await screen.findByRole('heading', { name: 'Outcomes' });
  expect(router.state.location.pathname).toBe('/staff/outcomes');
});
