import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { AnswerDrafts } from '../../../shared/questions/drafts';
import { fakeApi, grant, refusal } from '../../../testing/fake-api';
import { Component as StagePage } from './stage-page';

const SURVEY = {
  id: 's',
  localeName: 'Halfway there',
  stages: [{ id: 's.a', localeName: 'A', status: 'NOT_STARTED' }],
  currentStageId: 's.a',
};
const QUESTION = {
  key: 'why',
  mandatory: false,
  type: 'Text',
  title: 'Why?',
  localeTitle: 'Why?',
  answerOptions: [],
  displayOrder: 1,
};
const STAGE = {
  id: 's.a',
  localeName: 'How it goes',
  pages: [{ localeTitle: '', localeDescription: '', questions: [QUESTION] }],
};
const CLOSED = refusal(410, 'survey_closed');
const ANSWERS = '/api/v3/screening/answers/';

beforeAll(async () => {
  window.scrollTo = () => {};
  await loadPageTexts();
});
beforeEach(() => localStorage.clear());

function show(calls: Parameters<typeof fakeApi>[0]) {
  fakeApi({
    'POST /api/v2/users/refresh/': grant,
    'GET /api/v2/screening/surveys/s/': { status: 200, body: SURVEY },
    'GET /api/v2/screening/stages/s.a/': { status: 200, body: STAGE },
    [`GET ${ANSWERS}?survey=s&stage=s.a`]: {
      status: 200,
      body: { answers: [], isSubmitted: false, draftRevision: 0 },
    },
    ...calls,
  });
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={{ id: 'tom' }} />,
        children: [
          { path: '/stage', element: <StagePage /> },
          { path: '/surveylisting', element: <p>The list</p> },
        ],
      },
    ],
    { initialEntries: ['/stage?id=s.a'] },
  );
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
}

it('what was typed when a survey closed can be copied, and deleted', async () => {
  show({ [`POST ${ANSWERS}`]: CLOSED });
  await userEvent.type(await screen.findByRole('textbox'), 'Because we talk.');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText(/What you typed is still here to copy\.$/);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'How it goes' }));
  expect(screen.getByRole('definition').textContent).toBe('Because we talk.');
  screen.getByText('Why?');
  await userEvent.click(screen.getByRole('button', { name: 'Delete these answers' }));
  await screen.findByText('This survey has closed');
  expect(new AnswerDrafts('tom').get('survey.s.a')).toEqual({});
});

it('survey that closed before it was opened says so', async () => {
  show({ [`GET ${ANSWERS}?survey=s&stage=s.a`]: CLOSED, 'GET /api/v2/screening/stages/s.a/': CLOSED });
  await screen.findByText('This survey has closed');
  expect(screen.getByRole('link', { name: 'All surveys' }).getAttribute('href')).toBe('/surveylisting');
});

it('text of this device is shown without its question', async () => {
  new AnswerDrafts('tom').save('survey.s.a', [], { why: 'Typed yesterday.', knots: ['reef'] });
  show({ 'GET /api/v2/screening/surveys/s/': CLOSED, 'GET /api/v2/screening/stages/s.a/': CLOSED });
  await screen.findByText('Typed yesterday.');
  expect(screen.getByRole('term').textContent).toBe('Answer 1');
});
