import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, HttpError, NetworkError } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import '../../../shared/questions/texts';
import { canSendUnsent, sendUnsent, unsentForms } from '../../../shared/account/unsent-answers';
import { AnswerDrafts } from '../../../shared/questions/drafts';
import { StageForm } from './stage-form';

const save = vi.hoisted(() => vi.fn());
const report = vi.hoisted(() => vi.fn());
vi.mock('ui-kit', async (original) => ({ ...(await original<object>()), reportError: report }));
vi.mock('../api/surveys', async (original) => ({
  ...(await original<object>()),
  saveAnswers: save,
  useRefreshSurveys: () => async () => {},
}));

const q = (key: string) => ({
  key,
  mandatory: true,
  type: 'Text',
  title: key,
  localeTitle: key,
  answerOptions: [],
  displayOrder: 1,
});
const stage = {
  id: 's.a',
  surveyId: 's',
  name: 'A',
  localeName: 'A',
  description: '',
  localeDescription: '',
  status: 'NOT_STARTED',
  draftRevision: 0,
  pages: ['one', 'two', 'three'].map((key) => ({
    title: key,
    localeTitle: key,
    description: '',
    localeDescription: '',
    questions: [q(key)],
  })),
};
const outdated = vi.fn();
const gone = vi.fn(async () => {});
const closed = vi.fn();
async function open(
  at: string,
  stored: object[] = [],
  draftRevision = 0,
  shown: object = stage,
  part: string | null = null,
) {
  await loadPageTexts();
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  const router = createMemoryRouter(
    [
      {
        element: <Outlet />,
        children: [
          {
            path: '/stage',
            element: (
              <StageForm
                stage={shown as never}
                part={part}
                stored={stored as never}
                draftRevision={draftRevision}
                drafts={new AnswerDrafts('p')}
                onOutdated={outdated}
                onGone={gone}
                onClosed={closed}
                onSubmitted={() => {}}
                onLeave={() => {}}
                onSubmitting={() => {}}
              />
            ),
          },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  return render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
}
const stored = [
  { questionKey: 'one', answer: 'x' },
  { questionKey: 'two', answer: 'x' },
  { questionKey: 'three', answer: 'x' },
];
beforeEach(() => {
  localStorage.clear();
  save.mockReset();
  report.mockReset();
  outdated.mockReset();
  gone.mockClear();
  closed.mockReset();
});

const invalid = new HttpError({
  status: 422,
  code: 'invalid_answers',
  message: '',
  problems: { one: { code: 'control_characters' } },
});

it('part of the survey stands beside the page', async () => {
  await open('/stage?id=s.a&page=2', [], 0, stage, 'Part 1 of 2');
  const heading = await screen.findByRole('heading', { name: 'two' });
  expect(heading.nextElementSibling?.textContent).toBe('Part 1 of 2 · Page 2 of 3');
});

it('problem of an earlier page takes the focus and is reported', async () => {
  save.mockRejectedValue(invalid);
  await open('/stage?id=s.a&page=3', stored);
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  await screen.findByRole('heading', { name: 'one' });
  await act(async () => {});
  expect(document.activeElement?.tagName).toBe('INPUT');
  expect(report).toHaveBeenCalledExactlyOnceWith(invalid);
});

it('refused draft is reported and shown at its question', async () => {
  save.mockRejectedValue(invalid);
  await open('/stage?id=s.a', stored);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(report).toHaveBeenCalledExactlyOnceWith(invalid));
  await waitFor(() => expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'));
  screen.getByRole('heading', { name: 'one' });
  expect(screen.queryByText(/connection is back/)).toBeNull();
});

it('problem of a question that cannot be shown is named', async () => {
  save.mockRejectedValue(
    new HttpError({
      status: 422,
      code: 'invalid_answers',
      message: '',
      problems: { new: { code: 'mandatory' } },
    }),
  );
  const question = { ...q('new'), type: 'Hologram' };
  const pages = [{ ...stage.pages[0], questions: [question] }];
  await open('/stage?id=s.a', [], 0, { ...stage, pages });
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  const problem = await screen.findByText('Field is mandatory');
  await waitFor(() => expect(document.activeElement?.contains(problem)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

it('second Continue waits for the revision of the first', async () => {
  let first = (_: object) => {};
  save
    .mockImplementationOnce(
      () =>
        new Promise((done) => {
          first = done;
        }),
    )
    .mockResolvedValue({ draftRevision: 2 });
  await open('/stage?id=s.a', stored);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'two' });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'three' });
  await act(async () => first({ draftRevision: 1 }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.calls.map(([one]) => one.draftRevision)).toEqual([0, 1]);
});

it('saved answer does not hide a newer one of another device', async () => {
  save.mockResolvedValue({ draftRevision: 1 });
  const { unmount } = await open('/stage?id=s.a');
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'phone' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'two' });
  await act(async () => {});
  unmount();
  await open('/stage?id=s.a', [{ questionKey: 'one', answer: 'laptop' }], 2);
  expect(((await screen.findByRole('textbox')) as HTMLInputElement).value).toBe('laptop');
});

it('hiding an unchanged page saves nothing', async () => {
  save.mockResolvedValue({ draftRevision: 1 });
  await open('/stage?id=s.a', stored);
  await screen.findByRole('textbox');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(save).not.toHaveBeenCalled();
});

it('refused draft of a later stage is not called a lost connection', async () => {
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  save.mockRejectedValue(new HttpError({ status: 409, code: 'stage_order', message: '' }));
  await open('/stage?id=s.a', stored);
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { name: 'two' });
  await act(async () => {});
  expect(screen.queryByText(/connection is back/)).toBeNull();
});

it('lost draft is saved by the button and before a sign-out', async () => {
  save.mockRejectedValueOnce(new NetworkError()).mockResolvedValue({ draftRevision: 1 });
  await open('/stage?id=s.a', stored);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/connection is back/)).toBeNull());
  expect(unsentForms('p')).toEqual([]);

  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'typed, too' } });
  expect(await canSendUnsent()).toBe(true);
  await act(sendUnsent);
  expect(save).toHaveBeenCalledTimes(3);
  expect(save.mock.lastCall?.[0].answers).toMatchObject({ one: 'typed', two: 'typed, too' });
  expect(await canSendUnsent()).toBe(false);
  expect(unsentForms('p')).toEqual([]);
});

it('stage submitted elsewhere is left without an error', async () => {
  save.mockRejectedValue(new HttpError({ status: 410, code: 'stage_submitted', message: '' }));
  await open('/stage?id=s.a&page=3', stored);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(gone).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(unsentForms('p')).toEqual(['survey.s.a']);
});

it.each([
  ['Continue', ''],
  ['Submit', '&page=3'],
])('survey that has closed keeps all that was typed: %s', async (button, at) => {
  const error = new HttpError({ status: 410, code: 'survey_closed', message: '' });
  save.mockResolvedValueOnce({ draftRevision: 1 }).mockRejectedValue(error);
  await open('/stage?id=s.a', stored);
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  // The server has a draft of it now.
  await waitFor(() => expect(unsentForms('p')).toEqual([]));
  if (at !== '') fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(gone).not.toHaveBeenCalled();
  expect(new AnswerDrafts('p').get('survey.s.a')).toEqual({ one: 'mine', two: 'x', three: 'x' });
});

it('failed submission can be tried again', async () => {
  save.mockRejectedValueOnce(new NetworkError()).mockResolvedValue({ currentStageId: null });
  await open('/stage?id=s.a&page=3', stored);
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(save).toHaveBeenCalledTimes(2);
});
