import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import '../../../shared/questions/texts';
import '../texts';
import { QuizForm } from './quiz-form';

const submit = vi.hoisted(() => vi.fn());
vi.mock('../api/learning', async (original) => ({
  ...(await original<object>()),
  useSubmitQuiz: () => ({ mutateAsync: submit, isPending: false, error: null }),
}));

beforeEach(() => {
  localStorage.clear();
  submit.mockReset().mockReturnValue(new Promise(() => {}));
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  return loadPageTexts();
});

const question = (key: string, more = {}) => ({
  key,
  order: 1,
  mandatory: true,
  questionType: 'SingleChoiceRadio',
  localeTitle: `About ${key}`,
  answerOptions: ['yes', 'no'].map((one, displayOrder) => ({ key: one, label: one, displayOrder })),
  ...more,
});

/** Shows a quiz that was answered with "no" throughout; one question is asked again. */
function retry(retried: string, questions: object[]) {
  const answers = ['knots', 'sails'].map((questionKey) => ({ questionKey, answer: 'no' }));
  const quiz = { questions, answers, localeHelpText: '' };
  const path = { session: 's', step: 'one', quiz: 'q' };
  const onLeave = vi.fn();
  const form = (
    <QuizForm
      path={path}
      session={{} as never}
      quiz={quiz as never}
      retried={retried}
      onSubmitted={vi.fn()}
      onLeave={onLeave}
    />
  );
  const router = createMemoryRouter([
    { element: <Outlet context={{ id: 'tom' }} />, children: [{ path: '*', element: form }] },
  ]);
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return onLeave;
}

it('only the question that is tried again is asked, without its answer, and all answers are sent', async () => {
  retry('sails', [question('knots'), question('sails')]);
  expect(await screen.findByRole('heading', { name: 'One more try' })).toBeDefined();
  expect(screen.queryByRole('radiogroup', { name: 'About knots' })).toBeNull();
  expect(screen.getByRole('radio', { name: 'no' })).toHaveProperty('checked', false);
  await userEvent.click(screen.getByRole('radio', { name: 'yes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(submit.mock.lastCall?.[0].answers).toEqual({ knots: 'no', sails: 'yes' });
});

it('back leads from a second try to the result', async () => {
  const onLeave = retry('sails', [question('knots'), question('sails')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  expect(onLeave).toHaveBeenCalledOnce();
});

it('question that the new answer asks for is shown before it is sent', async () => {
  const more = question('wind', { visibleIf: { question: 'sails', anyOf: ['yes'] } });
  retry('sails', [question('knots'), question('sails'), more]);
  await userEvent.click(await screen.findByRole('radio', { name: 'yes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', { name: 'Question 3 of 3' })).toBeDefined();
  expect(submit).not.toHaveBeenCalled();
});
