import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { refusal } from '../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../testing';
import type { Round, RoundRecord, Situation } from './round';

const SITUATION: Situation = {
  programme: PROGRAMME,
  waiting: 2,
  deciding: 5,
  mentors: 3,
  paused: 0,
  nextRoundAt: null,
  publishesAutomatically: false,
  openRun: null,
  criteria: [
    { key: 'languages', title: 'Languages', weight: 8 },
    { key: 'field', title: 'Field', weight: 3 },
  ],
};
const ROUND: Round = {
  id: 'run',
  programme: PROGRAMME,
  state: 'draft',
  createdAt: '2026-11-20T09:00:00Z',
  publishedAt: null,
  mentees: 3,
  menteesServed: 2,
  mentors: 2,
  places: 4,
  proposals: 5,
  fellOut: 0,
  meanScore: 7120,
  accepted: 0,
  hasOtherWeights: false,
};
const RECORD: RoundRecord = {
  ...ROUND,
  otherWeights: [],
  hoursToDecide: 72,
  most: 3,
  revision: 4,
  hasFairness: false,
};
const EMPTY = { status: 200, body: { results: [], nextCursor: null, total: 0 } };
const MAY = ['manage_matching'];

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const situations = (...programmes: Situation[]) => ({
  'GET /api/staff/matching/programmes/': { status: 200, body: { programmes } },
  'GET /api/staff/matching/?sort=-createdAt': EMPTY,
});
const round = (change: Partial<RoundRecord>) => ({
  'GET /api/staff/matching/run/': { status: 200, body: { ...RECORD, ...change } },
  'GET /api/staff/matching/run/mentees/?sort=score&run=run': EMPTY,
});
const draft = (state: 'draft' | 'approved') => ({ id: 'run', state, createdAt: ROUND.createdAt });

it.each<[string, Partial<Situation>, string, string]>([
  ['no one waits', { waiting: 0 }, 'No mentee waits without a suggestion.', 'Compute a round now'],
  [
    'there is no mentor',
    { mentors: 0 },
    'Mentees wait, but no mentor is in the pool: a round would suggest no one.',
    'Compute a round now',
  ],
  ['nothing is scheduled', {}, 'Rounds take place only when you compute one.', 'Compute a round now'],
  [
    'rounds are published on schedule',
    { nextRoundAt: '2026-12-04T09:00:00Z', publishesAutomatically: true },
    'The next round is computed and published on 4 December 2026, without your approval.',
    'Compute a round now',
  ],
  [
    'rounds wait for staff',
    { nextRoundAt: '2026-12-04T09:00:00Z' },
    'The next round is computed on 4 December 2026 and then waits for your decision.',
    'Compute a round now',
  ],
  ['a draft waits', { openRun: draft('draft') }, 'A round waits for your decision.', 'Look at the round'],
  [
    'a draft waits until the next round',
    { openRun: draft('draft'), nextRoundAt: '2026-12-04T09:00:00Z' },
    'A round waits for your decision. The one of 4 December 2026 takes its place if you do not approve it before.',
    'Look at the round',
  ],
  [
    'a round is being published',
    { openRun: { ...draft('approved'), state: 'publishing' } },
    'A round is being published.',
    'Look at the approved round',
  ],
  [
    'a round is approved',
    { openRun: draft('approved') },
    'A round is approved and waits to be published.',
    'Look at the approved round',
  ],
])('next step if %s', async (_, change, sentence, step) => {
  showStaff('/staff/matching', MAY, situations({ ...SITUATION, ...change }));
  await screen.findByText(sentence);
  const card = within(screen.getByText(sentence).closest('li') as HTMLElement);
  card.getByRole(step.startsWith('Look') ? 'link' : 'button', { name: step });
});

it('draft is computed and shown; a refusal says what to do', async () => {
  const refused = refusal(409, 'run_approved');
  const { router } = showStaff('/staff/matching', MAY, {
    ...situations(SITUATION),
    ...round({}),
    'POST /api/staff/matching/': refused,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Compute a round now' }));
  await screen.findByText('A round is approved already. Publish it, or take its approval back.');
  expect(router.state.location.pathname).toBe('/staff/matching');
});

it.each<[string, Partial<RoundRecord>, string[], string]>([
  ['draft', {}, ['Approve'], 'Look through the suggestions'],
  ['empty draft', { menteesServed: 0 }, [], 'This round suggests no one'],
  [
    'approved round',
    { state: 'approved' },
    ['Publish', 'Take the approval back'],
    'Nothing in it changes any more',
  ],
  ['round that is being published', { state: 'publishing' }, [], 'The mentees are being asked'],
  ['published round', { state: 'published' }, [], 'The mentees were asked'],
  ['replaced round', { state: 'replaced' }, [], 'A later round took its place'],
])('acts of a %s', async (_, change, acts, next) => {
  showStaff('/staff/matching/run', MAY, round(change));
  await screen.findByRole('heading', { name: /^Round of 20 November 2026/, level: 1 });
  const sentence = screen.getByText(next, { exact: false });
  const buttons = within(sentence.parentElement as HTMLElement).queryAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual(acts);
});

it('weights of the address are those that are tried', async () => {
  const { router } = showStaff(
    `/staff/matching/rehearsal?programme=${PROGRAMME.id}&weight.field=9&weight.languages=99`,
    MAY,
    { ...situations(SITUATION), 'POST /api/staff/matching/rehearsal/': refusal(409, 'matching_off') },
  );
  const value = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name }).value;
  await screen.findByText('9 instead of 3');
  expect([value('Languages'), value('Field')]).toEqual(['8', '9']);
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await screen.findByText('This programme has no matching: its content names no criteria.');
  expect(router.state.location.search).toBe(`?programme=${PROGRAMME.id}&weight.field=9`);
});

it('rehearsal compares and drafts with the weights', async () => {
  const measured = { menteesServed: 2, meanScore: 5000, worstScore: 4000 };
  const sent: unknown[] = [];
  const { router } = showStaff(`/staff/matching/rehearsal?programme=${PROGRAMME.id}`, MAY, {
    ...situations(SITUATION),
    ...round({ otherWeights: [{ key: 'field', title: 'Field', weight: 9 }] }),
    'POST /api/staff/matching/rehearsal/': (body) => {
      sent.push(body);
      const tom = { id: 'tom', name: 'Tom Rivera' };
      const change = {
        mentee: tom,
        before: null,
        after: { id: 'maya', name: 'Maya Okafor' },
        scoreBefore: null,
        scoreAfter: 6100,
      };
      return {
        status: 200,
        body: {
          isAgainstDraft: false,
          before: measured,
          after: { ...measured, meanScore: 6000 },
          changed: 1,
          changes: [change],
          fairness: [],
        },
      };
    },
    'POST /api/staff/matching/': (body) => {
      sent.push(body);
      return { status: 201, body: { id: 'run' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  const result = within(await screen.findByRole('region', { name: 'What would change' }));
  expect(screen.getByRole('heading', { name: 'What would change' })).toBe(document.activeElement);
  result.getByRole('row', { name: 'Mean fit 50% 60%' });
  result.getByText('Tom Rivera');
  result.getByText('no one');
  await userEvent.click(result.getByRole('button', { name: 'Compute a round with these weights' }));
  await screen.findByText('With other weights than the programme’s: Field 9.');
  expect(router.state.location.pathname).toBe('/staff/matching/run');
  const weights = { languages: 8, field: 3 };
  expect(sent).toEqual([
    { programme: PROGRAMME.id, weights },
    { programme: PROGRAMME.id, weights, replaces: null },
  ]);
});

it('rehearsal of another programme does not exist', async () => {
  showStaff('/staff/matching/rehearsal?programme=other', MAY, situations(SITUATION));
  await screen.findByRole('heading', { name: 'This page does not exist' });
});

it('draft is computed again only after a question, and in place of the one that was seen', async () => {
  const sent: unknown[] = [];
  showStaff('/staff/matching', MAY, {
    ...situations({ ...SITUATION, openRun: draft('draft') }),
    ...round({}),
    'POST /api/staff/matching/': (body) => {
      sent.push(body);
      return refusal(409, 'run_drafted');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Compute it again' }));
  screen.getByText(/What you or colleagues changed in it is lost/);
  expect(sent).toEqual([]);
  const buttons = screen.getAllByRole('button', { name: 'Compute it again', hidden: true });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  await screen.findByText('A colleague has computed a round meanwhile. Look at it first.');
  expect(sent).toEqual([{ programme: PROGRAMME.id, weights: {}, replaces: 'run' }]);
});

it('approval is of the revision that was seen', async () => {
  const sent: unknown[] = [];
  showStaff('/staff/matching/run', MAY, {
    ...round({}),
    'POST /api/staff/matching/run/approval/': (body) => {
      sent.push(body);
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Approve', hidden: true }).at(-1) as HTMLElement,
  );
  await screen.findByText('The round is approved.');
  expect(sent).toEqual([{ revision: 4 }]);
});

it('nothing is compared without a weight', async () => {
  const weightless = SITUATION.criteria.map((one) => ({ ...one, weight: 0 }));
  const { seen } = showStaff(
    `/staff/matching/rehearsal?programme=${PROGRAMME.id}`,
    MAY,
    situations({ ...SITUATION, criteria: weightless }),
  );
  await screen.findByText('At least one criterion has to count.');
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(seen.filter((call) => call.startsWith('POST /api/staff'))).toEqual([]);
});

it('mentors whom a round does not suggest have a list of their own', async () => {
  const row = { id: 'ravi', name: 'Ravi Patel', role: 'mentor', rule: 'outranked', criterion: null };
  const list = (role: string) => `GET /api/staff/matching/run/left-out/?sort=name&run=run&role=${role}`;
  showStaff('/staff/matching/run/left-out', MAY, {
    ...round({}),
    [list('mentee')]: EMPTY,
    [list('mentor')]: { status: 200, body: { results: [row], nextCursor: null, total: 1 } },
  });
  await screen.findByText('Everyone has a suggestion');
  await userEvent.click(screen.getByRole('link', { name: 'Mentors not suggested' }));
  await screen.findByRole('row', { name: /Ravi Patel.*The mentees who fit have others who fit better/ });
});
