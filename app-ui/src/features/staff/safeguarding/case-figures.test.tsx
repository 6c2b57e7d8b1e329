import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { showStaff } from '../testing';

const pace = (known: number, inTime: number, medianMinutes: number | null) => ({
  known,
  inTime,
  medianMinutes,
});

const month = (day: string, from: string, until: string, more: object) => ({
  month: day,
  from,
  until,
  opened: [],
  taken: pace(0, 0, null),
  decided: pace(0, 0, null),
  closed: [],
  reopened: 0,
  open: 0,
  ...more,
});

const FIGURES = {
  timeZone: 'Europe/Berlin',
  months: [
    month('2026-11-01', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z', {
      opened: [
        { kind: 'crisis', count: 1 },
        { kind: 'report', count: 3 },
      ],
      taken: pace(4, 3, 45),
      closed: [{ outcome: 'talked_to', count: 2 }],
      open: 2,
    }),
    month('2026-10-01', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', {}),
  ],
};

beforeAll(loadPageTexts);

it('numbers by month lead to the cases behind them', async () => {
  showStaff('/staff/reports?list=figures', ['handle_cases'], {
    'GET /api/staff/cases/figures/': { status: 200, body: FIGURES },
  });
  const row = await screen.findByRole('row', { name: /^November 2026/ });
  const href = (name: string) => within(row).getByRole('link', { name }).getAttribute('href') ?? '';
  const all = new URLSearchParams(href('4 cases, November 2026').replace(/^.*\?/, ''));
  expect(Object.fromEntries(all)).toEqual({
    list: 'all',
    opened: '2026-10-31T23:00:00Z/2026-11-30T23:00:00Z',
  });
  expect(href('Reports: 3, November 2026')).toContain('kind=report');
  expect(href('75% of 4 in time, November 2026')).toContain('kind=report%2Ccrisis');
  within(row).getByText('half within 45 min');
  const closed = within(row).getAllByRole('link', { name: '2 cases, November 2026' });
  expect(closed.map((link) => /list=(\w+)/.exec(link.getAttribute('href') ?? '')?.[1])).toEqual([
    'closed',
    'all',
  ]);
  expect(within(screen.getByRole('row', { name: /^October 2026/ })).queryByRole('link')).toBeNull();
});

it('list of the cases of a month names it', async () => {
  const interval = '2026-10-31T23:00:00Z/2026-11-30T23:00:00Z';
  showStaff(`/staff/reports?list=all&opened=${encodeURIComponent(interval)}`, ['handle_cases'], {
    [`GET /api/staff/cases/?opened=${encodeURIComponent(interval)}&sort=-urgency`]: {
      status: 200,
      body: { results: [], nextCursor: null, total: 0 },
    },
  });
  await screen.findByRole('button', { name: 'Remove the filter New in: November 2026' });
});
