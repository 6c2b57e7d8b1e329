import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import '../texts';
import { QuizResult } from './quiz-result';

beforeEach(() => {
  window.scrollTo = () => {};
  return loadPageTexts();
});

const option = (key: string, isCorrect: boolean) => ({
  key,
  localeLabel: key,
  isCorrect,
  localeExplanation: `Why ${key}`,
});
const question = (key: string) => ({
  key,
  localeTitle: `About ${key}`,
  questionType: 'SingleChoiceRadio',
  answerOptions: [option(`${key} yes`, true), option(`${key} no`, false)],
});
const KEYS = ['knots', 'sails', 'wind'];

const OPINIONS = [
  { key: 'sea', localeTitle: 'What the sea is to you', questionType: 'TextBox', answerOptions: [] },
];

/** Shows a quiz whose first questions are right. */
function show(
  correct: number,
  {
    allowRetake = true,
    answered = KEYS.length,
    opinions = 0,
    retried = '',
    correctedOn = null as string | null,
  } = {},
) {
  const answers = KEYS.slice(0, answered).map((questionKey, index) => ({
    questionKey,
    answer: `${questionKey} ${index < correct ? 'yes' : 'no'}`,
    isCorrect: index < correct,
    partnerAnswers: {},
  }));
  const score = { correct, of: KEYS.length };
  const quiz = {
    allowRetake,
    correctedOn,
    score,
    answers,
    questions: [...KEYS.map(question), ...OPINIONS.slice(0, opinions)],
  };
  const session = { id: 's', mentorship: null, feedback: null, sessionSteps: [] };
  const onRetake = vi.fn();
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <QuizResult
          quiz={quiz as never}
          session={session as never}
          step="one"
          retried={retried || undefined}
          onRetake={onRetake}
        />
      ),
    },
  ]);
  const view = render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  const fields = () => [...view.container.querySelectorAll('header [aria-hidden="true"] > span')];
  return { onRetake, fields: () => fields().map((one) => one.hasAttribute('data-right')) };
}

const RETRY = 'Try this one again';

it('all right is celebrated and offers no second try of a question', async () => {
  const { fields } = show(3);
  expect(await screen.findByRole('heading', { name: '3 of 3 correct' })).toBeDefined();
  expect(screen.getByText('Everything is right. You know this now.')).toBeDefined();
  expect(fields()).toEqual([true, true, true]);
  expect(screen.queryByRole('button', { name: RETRY })).toBeNull();
});

it('result says when its answer key was corrected', () => {
  show(2, { correctedOn: '2026-03-02T09:00:00Z' });
  screen.getByText(/^The answer key of this quiz was corrected on .*2026\. What you see here counts\.$/);
});

it('one of three says why, and each wrong question can be tried again', async () => {
  const { onRetake, fields } = show(1);
  expect(await screen.findByText('You are on the way. Below you see what is right.')).toBeDefined();
  expect(fields()).toEqual([true, false, false]);
  const [right, wrong] = screen.getAllByRole('listitem').filter((one) => one.parentElement?.matches('ol'));
  if (right === undefined || wrong === undefined) throw new Error('no questions');
  expect(within(right).getByText('Right')).toBeDefined();
  expect(within(wrong).getByText('Not right yet')).toBeDefined();
  expect(within(wrong).getByText('Why sails no')).toBeDefined();
  expect(within(wrong).getByText('Why sails yes')).toBeDefined();
  await userEvent.click(within(wrong).getByRole('button', { name: RETRY }));
  expect(onRetake).toHaveBeenCalledExactlyOnceWith('sails');
});

it('result of a second try begins at its question', async () => {
  Element.prototype.scrollIntoView = () => {};
  show(2, { retried: 'sails' });
  const title = await screen.findByRole('heading', { name: 'About sails', description: 'Right' });
  expect(document.activeElement).toBe(title);
});

it('question without a right answer is marked and not counted', async () => {
  const { fields } = show(2, { opinions: 1 });
  expect(await screen.findByRole('heading', { name: '2 of 3 scored questions correct' })).toBeDefined();
  expect(screen.getByText(/^One question has no right or wrong answer/)).toBeDefined();
  expect(fields()).toEqual([true, true, false]);
  expect(screen.getAllByText('Not scored – your view counts')).toHaveLength(1);
});

it('question that was left out counts as wrong', async () => {
  const { fields } = show(1, { answered: 1 });
  expect(await screen.findAllByText('Not right yet')).toHaveLength(2);
  expect(fields()).toEqual([true, false, false]);
});

it('quiz that cannot be retaken offers no second try', async () => {
  show(0, { allowRetake: false });
  expect(await screen.findByText(/^That was a hard one/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'retake quiz not allowed' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: RETRY })).toBeNull();
});
