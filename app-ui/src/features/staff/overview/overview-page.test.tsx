import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { showStaff } from '../testing';

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const item = {
  id: 'one',
  name: 'Maya Andersson',
  with: null,
  programme: 'Northfield',
  since: ago(DAY_MS),
  due: null,
  dueOn: null,
  writtenAt: null,
};

const CRISIS = {
  kind: 'crisis',
  list: 'reports',
  filters: [
    { name: 'status', value: 'open' },
    { name: 'kind', value: 'crisis' },
  ],
  sort: null,
  count: 1,
  first: [{ ...item, name: '', due: ago(2 * 3_600_000) }],
};

const ENDING = {
  kind: 'vetting_ending',
  list: 'people',
  filters: [
    { name: 'fact', value: 'vetting_ending' },
    { name: 'programme', value: 'north' },
    { name: 'programme', value: 'south' },
  ],
  sort: 'vettedUntil',
  count: 12,
  first: [{ ...item, due: '2027-06-30T00:00:00Z', dueOn: '2027-06-29', writtenAt: '2026-03-01T09:00:00Z' }],
};

const SILENT = {
  kind: 'silent',
  list: 'mentorships',
  filters: [{ name: 'contact', value: 'silent' }],
  sort: 'lastContact',
  count: 2,
  first: [{ ...item, with: 'Nele Berg' }],
};

const FIGURES = [
  { kind: 'joined', now: 12, before: 9 },
  { kind: 'matched', now: 4, before: 4 },
];

beforeAll(loadPageTexts);

const show = (work: readonly unknown[], figures: readonly unknown[] = []) =>
  showStaff('/staff', ['handle_cases', 'read_people'], {
    'GET /api/staff/overview/': { status: 200, body: { work, figures } },
  });

const entryOf = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 3 })).closest('li') as HTMLElement);

it('work_leads_to_its_list_and_its_records', async () => {
  show([CRISIS, SILENT, ENDING]);
  const crisis = await entryOf('1 person may need help now');
  crisis.getByText('2 hr late');
  crisis.getByRole('link', { name: 'Former member' });
  const silent = await entryOf('2 mentorships without contact for too long');
  silent.getByText('with Nele Berg');
  expect(silent.getByRole('link', { name: 'Maya Andersson' }).getAttribute('href')).toBe(
    '/staff/mentorships/one',
  );
  const ending = await entryOf('12 vettings that end within 30 days');
  ending.getByText('until 29 Jun 2027');
  expect(ending.getByRole('link', { name: 'Show all 12' }).getAttribute('href')).toBe(
    '/staff/people?fact=vetting_ending&programme=north&programme=south&sort=vettedUntil',
  );
  const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(sections).toEqual(['Today', 'This week']);
});

it('figures_say_what_they_were_four_weeks_ago', async () => {
  show([], FIGURES);
  await screen.findByText('Nothing waits for you');
  const link = screen.getByRole('link', { name: /^12 ?People who joined in the last four weeks$/ });
  expect(link.getAttribute('href')).toBe('/staff/people?joined=recent&sort=-createdAt');
  screen.getByText('9 in the four weeks before');
  screen.getByText('4 four weeks ago');
});

it('failed_overview_offers_another_try', async () => {
  showStaff('/staff', ['read_people'], { 'GET /api/staff/overview/': refusal(503, 'unavailable') });
  await screen.findByRole('button', { name: 'Try again' });
});
