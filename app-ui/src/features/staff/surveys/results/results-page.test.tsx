import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { refusal } from '../../../../testing/fake-api';
import { PROGRAMME, showStaff } from '../../testing';
import type { QuestionResult, SurveyResults } from '../survey-window';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../../shared/lists/save-file', () => ({ saveFile: saved }));

const URL = `/api/staff/surveys/${PROGRAMME.id}/halfway/`;
const question = (change: Partial<QuestionResult>): QuestionResult => ({
  key: 'q',
  label: 'How is it going?',
  form: 'options',
  answered: { mentors: 10, mentees: 20 },
  options: [],
  scale: null,
  ...change,
});
const OPTIONS = question({
  options: [
    { key: 'well', label: 'Well', mentors: 9, mentees: 5 },
    { key: 'badly', label: 'Badly', mentors: 1, mentees: 15 },
  ],
});
const TEXT = question({ key: 'why', label: 'Why?', form: 'text' });

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

function show(
  questions: QuestionResult[],
  sent = { mentors: 10, mentees: 20 },
  more: Parameters<typeof showStaff>[2] = {},
  permissions = ['manage_surveys', 'export_people'],
) {
  const body: SurveyResults = {
    survey: { key: 'halfway', name: 'Halfway there' },
    programme: PROGRAMME,
    sent,
    stages: [{ key: 'one', name: 'One', questions }],
  };
  return showStaff(`/staff/surveys/results/${PROGRAMME.id}/halfway`, permissions, {
    [`GET ${URL}results/`]: { status: 200, body },
    ...more,
  });
}

const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

it('options stand in a table with a column for each role', async () => {
  show([OPTIONS]);
  const table = await screen.findByRole('table', { name: 'How is it going?' });
  expect(cellsOf(table)).toEqual([
    'Answer | Mentors | Mentees',
    'Well | 9 90% | 5 25%',
    'Badly | 1 10% | 15 75%',
  ]);
  screen.getByText('Answered by 30 people (mentors: 10, mentees: 20)');
});

it('role that has answered parts has a column, also if it has sent nothing', async () => {
  show([OPTIONS], { mentors: 0, mentees: 0 });
  const table = await screen.findByRole('table', { name: 'How is it going?' });
  expect(cellsOf(table)[0]).toBe('Answer | Mentors | Mentees');
  expect(screen.queryByText('No one has sent it yet')).toBeNull();
});

it('questions without answers stand in a list at the end', async () => {
  show([question({ key: 'none', label: 'And now?', answered: { mentors: 0, mentees: 0 } }), OPTIONS]);
  const list = await screen.findByRole('list', { name: 'No one has answered these' });
  within(list).getByText('And now?');
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('question with several answers says so', async () => {
  const options = [
    { key: 'walk', label: 'Walk', mentors: 9, mentees: 15 },
    { key: 'talk', label: 'Talk', mentors: 5, mentees: 15 },
  ];
  show([OPTIONS, question({ key: 'several', label: 'What helps?', options })]);
  await screen.findByRole('table', { name: 'What helps?' });
  expect(screen.getAllByText(/several answers possible$/)).toHaveLength(1);
});

it('role that has answered nothing has no column', async () => {
  const counts = { mentors: 0, mentees: 20 };
  const options = OPTIONS.options.map((option) => ({ ...option, mentors: 0 }));
  show([{ ...OPTIONS, options, answered: counts }], counts);
  const table = await screen.findByRole('table');
  expect(cellsOf(table)[0]).toBe('Answer | Mentees');
  screen.getByText('Answered by 20 people');
});

it('scale shows its ends and the means', async () => {
  const scale = {
    min: 1,
    max: 5,
    minLabel: 'Not at all',
    maxLabel: 'Very',
    mentors: { mean: 4.25 },
    mentees: { mean: null },
  };
  show([question({ form: 'scale', scale, options: [{ key: '1', label: '1', mentors: 2, mentees: 0 }] })]);
  const table = await screen.findByRole('table');
  expect(cellsOf(table)).toEqual(['Answer | Mentors | Mentees', '1 | 2 20% | 0 0%', 'Mean | 4.3 | –']);
  screen.getByText(/1 = Not at all · 5 = Very$/);
});

it('kinds that are not counted say so', async () => {
  show([question({ form: 'file' })]);
  await screen.findByText('Answers of this kind are not counted here.');
  expect(screen.queryByRole('table')).toBeNull();
});

it('texts are read only after the button, and searched', async () => {
  const asked: unknown[] = [];
  const answer = (body: unknown) => {
    asked.push(body);
    const isSearch = (body as { search: string }).search !== '';
    const results = isSearch ? [] : [{ text: 'Because we talk.', role: 'mentee' }];
    return { status: 200, body: { results, nextCursor: null, total: 1 } };
  };
  const { seen } = show([TEXT], undefined, { [`POST ${URL}texts/`]: answer });
  const button = await screen.findByRole('button', { name: 'Read the answers: Why?' });
  screen.getByText('Without names. The audit log keeps that you read them.');
  expect(seen.some((call) => call.startsWith('POST /api/staff/surveys'))).toBe(false);
  await userEvent.click(button);
  const text = await screen.findByText('Because we talk.');
  within(text.closest('li') as HTMLElement).getByText('Mentee');
  const field = screen.getByRole('searchbox', { name: 'Search in the answers: Why?' });
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, ' walk {Enter}');
  await screen.findByText('No answer has these words.');
  expect(asked).toEqual([
    { question: 'why', search: '', cursor: null },
    { question: 'why', search: 'walk', cursor: null },
  ]);
});

it('survey that no one has answered offers to ask', async () => {
  const answered = { mentors: 0, mentees: 0 };
  show([{ ...OPTIONS, answered }], answered);
  const link = await screen.findByRole('link', { name: 'Ask people to take a survey' });
  expect(link.getAttribute('href')).toBe(`/staff/surveys/new?programme=${PROGRAMME.id}&survey=halfway`);
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('answers are exported with names only if they are asked for', async () => {
  const query = 'format=csv&reason=Report';
  show([OPTIONS], undefined, {
    [`GET ${URL}export/?${query}`]: refusal(503, 'server'),
    [`GET ${URL}export/?${query}&names=yes`]: { status: 200, body: 'file' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.type(screen.getByLabelText('What do you need it for?'), 'Report');
  const save = screen.getByRole('button', { name: 'Save the file', hidden: true });
  await userEvent.click(save);
  await screen.findByRole('alert', { hidden: true });
  await userEvent.click(screen.getByLabelText('With names and email addresses'));
  await userEvent.click(save);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[1]).toMatch(/^survey-halfway-\d{4}-\d\d-\d\d\.csv$/);
});

it('staff who may not export read and print only', async () => {
  show([OPTIONS], undefined, {}, ['manage_surveys']);
  await screen.findByRole('button', { name: 'Print' });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

it('order counts what stands first', async () => {
  show([{ ...OPTIONS, form: 'order' }]);
  await screen.findByText(/counted is what they put first$/);
});

it('survey that does not exist is not found', async () => {
  show([], undefined, { [`GET ${URL}results/`]: refusal(404, 'not_found') });
  await screen.findByRole('heading', { name: 'This page does not exist' });
});
