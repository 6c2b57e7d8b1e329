import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { PROGRAMME, showStaff } from '../testing';
import type { StaffSurvey } from './survey-window';
import { page, SURVEY, surveys, WINDOW } from './testing';

const WINDOWS = 'GET /api/staff/survey-windows/?sort=-createdAt';

beforeAll(loadPageTexts);

const show = (windows: readonly unknown[], ...all: readonly StaffSurvey[]) =>
  showStaff('/staff/surveys', ['manage_surveys'], { [WINDOWS]: page(...windows), ...surveys(...all) });

it('windows say when, to whom and how many have sent', async () => {
  show([WINDOW], SURVEY);
  const link = await screen.findByRole('link', { name: 'Halfway there' });
  expect(link.getAttribute('href')).toBe('/staff/surveys/window');
  const cells = within(link.closest('tr') as HTMLElement).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'Mentors and mentees',
    '1 to 30 June',
    'Open',
    '34 of 60',
  ]);
});

it('empty list explains an exit survey and offers one', async () => {
  show([], SURVEY);
  const link = await screen.findByRole('link', { name: 'Set up an exit survey' });
  expect(link.getAttribute('href')).toBe('/staff/surveys/new?kind=exit');
});

it.each<[string, Partial<StaffSurvey>]>([
  ['Mentees at any time, mentors only when you ask', {}],
  ['Only when you ask', { openTo: [] }],
  ['Mentors and mentees, at any time', { openTo: ['mentor', 'mentee'] }],
  ['Mentees, at any time', { canTake: ['mentee'] }],
  ['No one may take surveys in this programme', { openTo: [], canTake: [] }],
])('survey is open: %s', async (text, change) => {
  show([], { ...SURVEY, ...change });
  await screen.findByText(text);
});

it('survey leads to its results', async () => {
  show([], SURVEY);
  const link = await screen.findByRole('link', { name: 'Results: Halfway there' });
  expect(link.getAttribute('href')).toBe(`/staff/surveys/results/${PROGRAMME.id}/halfway`);
  const survey = within(link.closest('li') as HTMLElement);
  survey.getByText('2 parts · 9 questions');
  expect(survey.getAllByRole('definition').map((one) => one.textContent)).toEqual(['12', '30']);
});

it('programmes without surveys say so', async () => {
  show([]);
  await screen.findByText('There are no surveys yet');
});

it('area without the permission does not exist', async () => {
  showStaff('/staff/surveys', ['read_people']);
  await screen.findByRole('heading', { name: 'This page does not exist' });
});
