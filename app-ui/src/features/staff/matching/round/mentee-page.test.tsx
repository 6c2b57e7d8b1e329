import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { showStaff } from '../../testing';
import type { Choices } from '../round';

const candidate = (id: string, name: string, score: number) => ({
  mentor: { id, name },
  score,
  reasons: [{ title: 'Languages', fit: 10_000 }],
  offers: 1,
  places: 2,
});
const CHOICES: Choices = {
  mentee: { id: 'tom', name: 'Tom Rivera' },
  isDraft: true,
  proposed: [
    { ...candidate('maya', 'Maya Okafor', 8000), isPossible: true, outcome: null },
    { ...candidate('ravi', 'Ravi Shah', 6100), isPossible: false, outcome: null },
  ],
  candidates: [candidate('omar', 'Omar Petersen', 5900)],
  possible: 31,
  most: 3,
};
const OF_TOM = '/api/staff/matching/run/mentees/tom/';

beforeAll(async () => {
  await loadPageTexts();
});

function show(change: Partial<Choices> = {}, answer = { status: 204 }) {
  const sent: unknown[] = [];
  const put = (body: unknown) => {
    sent.push(body);
    return answer;
  };
  showStaff('/staff/matching/run/mentees/tom', ['manage_matching'], {
    [`GET ${OF_TOM}`]: { status: 200, body: { ...CHOICES, ...change } },
    [`PUT ${OF_TOM}`]: put,
  });
  return sent;
}

const before = ['maya', 'ravi'];

it.each([
  ['Take out: Maya Okafor', ['ravi']],
  ['Move Ravi Shah up', ['ravi', 'maya']],
  ['Suggest: Omar Petersen', ['maya', 'ravi', 'omar']],
])('%s', async (name, mentors) => {
  const sent = show();
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(sent).toEqual([{ before, mentors }]);
});

it('a suggestion is replaced in its place, or kept', async () => {
  const sent = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Replace: Maya Okafor' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Instead of Maya Okafor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep Maya Okafor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Replace: Maya Okafor' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose: Omar Petersen instead of Maya Okafor' }));
  expect(sent).toEqual([{ before, mentors: ['omar', 'ravi'] }]);
});

it('pair that is not possible any more is marked, and further candidates are counted', async () => {
  show();
  const rows = within(await screen.findByRole('region', { name: 'Suggestions' })).getAllByRole('listitem');
  expect(rows.find((row) => row.textContent?.includes('Ravi'))?.textContent).toContain('No longer possible');
  expect(rows.find((row) => row.textContent?.includes('Maya'))?.textContent).not.toContain(
    'No longer possible',
  );
  screen.getByText('Further mentors who fit: 30');
});

it('no one is added beyond what the programme suggests', async () => {
  show({ most: 2 });
  await screen.findByText(
    'These are the most that the programme suggests (2). Replace one, or take one out first.',
  );
  expect(screen.queryByRole('button', { name: 'Suggest: Omar Petersen' })).toBeNull();
});

it('change of a colleague is said', async () => {
  show({}, refusal(409, 'proposals_changed'));
  await userEvent.click(await screen.findByRole('button', { name: 'Take out: Maya Okafor' }));
  await screen.findByText('The suggestions for this mentee have changed meanwhile. Look at them again.');
});

it('published round shows what became of it, and changes nothing', async () => {
  const maya = {
    ...candidate('maya', 'Maya Okafor', 8000),
    places: null,
    isPossible: true,
    outcome: 'accepted',
  };
  show({ isDraft: false, proposed: [maya], candidates: [], possible: 0 });
  await screen.findByText('Suggestions in this round: 1 · They are matched');
  expect(screen.queryByRole('region', { name: 'Others who fit' })).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Suggestions' })).queryAllByRole('button')).toEqual([]);
});
