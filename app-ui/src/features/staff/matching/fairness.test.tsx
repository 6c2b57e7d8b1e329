import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { PROGRAMME, showStaff } from '../testing';
import type { FairnessQuestion, RoundRecord } from './round';

const ROUND: RoundRecord = {
  id: 'run',
  programme: PROGRAMME,
  state: 'draft',
  createdAt: '2026-11-20T09:00:00Z',
  publishedAt: null,
  mentees: 30,
  menteesServed: 20,
  mentors: 2,
  places: 4,
  proposals: 5,
  fellOut: 0,
  meanScore: 7120,
  accepted: 0,
  hasOtherWeights: false,
  otherWeights: [],
  hoursToDecide: 72,
  most: 3,
  revision: 0,
  hasFairness: true,
};
const HIDDEN = { served: null, meanScore: null };
const QUESTION: FairnessQuestion = {
  question: 'Which language do you speak at home?',
  groups: [
    { answer: 'Arabic', mentees: 15, figures: [{ served: 80, meanScore: 7100 }] },
    { answer: 'German', mentees: 10, figures: [{ served: 0, meanScore: null }] },
    { answer: 'Polish', mentees: null, figures: [HIDDEN] },
    { answer: null, mentees: 5, figures: [{ served: 60, meanScore: null }] },
  ],
};

beforeAll(loadPageTexts);

const show = (questions: FairnessQuestion[]) =>
  showStaff('/staff/matching/run/fairness', ['manage_matching'], {
    'GET /api/staff/matching/run/': { status: 200, body: ROUND },
    'GET /api/staff/matching/run/fairness/': { status: 200, body: { questions } },
  });

it('groups_show_their_share_and_hide_small_ones', async () => {
  show([QUESTION]);
  const table = await screen.findByRole('table');
  const row = (name: string) => {
    const cells = within(within(table).getByRole('row', { name })).getAllByRole('cell');
    return cells.map((cell) => cell.textContent);
  };
  expect(row('Arabic about 15 80% 71%')).toEqual(['about 15', '80%', '71%']);
  expect(row('German about 10 0% –')).toEqual(['about 10', '0%', '–']);
  expect(row('Polish hidden hidden hidden')).toEqual(['hidden', 'hidden', 'hidden']);
  expect(row('No answer about 5 60% hidden')).toEqual(['about 5', '60%', 'hidden']);
  screen.getByText(/Groups of fewer than five people are hidden/);
  screen.getByRole('button', { name: 'Print' });
});

it('programme_whose_questions_are_gone_says_so', async () => {
  show([]);
  await screen.findByText('The questions of this programme are no longer asked.');
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});
