import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, api } from 'ui-kit';
import { afterEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import '../texts';
import { useCompleteStep, useSubmitQuiz } from './learning';

vi.mock('../offline/queue', async (original) => ({
  ...(await original<object>()),
  readQueue: () => Promise.resolve([]),
}));

afterEach(() => vi.restoreAllMocks());

it('a step or a quiz is sent after the answer to the step before', async () => {
  const answers: (() => void)[] = [];
  const post = vi
    .spyOn(api, 'post')
    .mockImplementation((() => new Promise<void>((resolve) => answers.push(resolve))) as never);
  const sent = () =>
    post.mock.calls.map(([path, init]) => (init as unknown as { body: { step?: string } }).body.step ?? path);
  const wrapper = ({ children }: { children: ReactNode }) => {
    const router = createMemoryRouter([
      { element: <Outlet context={{ id: 'tom' }} />, children: [{ path: '*', element: children }] },
    ]);
    return (
      <AppProviders>
        <RouterProvider router={router} />
      </AppProviders>
    );
  };
  const { result } = renderHook(
    () => ({ first: useCompleteStep('en'), second: useCompleteStep('en'), quiz: useSubmitQuiz('en') }),
    { wrapper },
  );
  const session = { id: 's', localeTitle: 'Goals', mentorship: null } as never;
  const path = { session: 's', step: 'three', quiz: 'q' };
  await act(async () => {
    result.current.first.mutate({ session, step: 'one' });
    result.current.second.mutate({ session, step: 'two' });
    result.current.quiz.mutate({ path, session, answers: {}, requestId: 'r', mayQueue: false });
  });
  await vi.waitFor(() => expect(sent()).toEqual(['one']));
  await act(async () => answers[0]?.());
  await vi.waitFor(() => expect(sent()).toEqual(['one', 'two']));
  await act(async () => answers[1]?.());
  await vi.waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toBe('/api/v3/learninghub/quiz/save-answer/');
});
