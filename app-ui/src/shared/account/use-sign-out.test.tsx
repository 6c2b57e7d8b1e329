import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AppProviders, loginSession, profileQuery } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../i18n';
import { loadPageTexts } from '../../i18n';
import { sendBeforeSignOut, unsentForms } from './unsent-answers';
import { useSignOut } from './use-sign-out';

const account = vi.hoisted(() => ({ id: 'tom' }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQueryClient: () => ({ getQueryData: (key: unknown) => key === profileQuery.queryKey && account }),
}));
vi.mock('../offline/kept', () => ({ forgetKept: async () => {} }));

const wrapper = ({ children }: { children: ReactNode }) => <AppProviders>{children}</AppProviders>;
let signOut = vi.spyOn(loginSession, 'signOut');
const use = () => renderHook(() => useSignOut(), { wrapper }).result.current;

beforeEach(async () => {
  await loadPageTexts();
  localStorage.clear();
  signOut = vi.spyOn(loginSession, 'signOut').mockResolvedValue(undefined);
});

it('answers of others are neither asked about nor deleted', async () => {
  localStorage.setItem('mentor-hub.draft.answers.maya.quiz.a', '{"q":"x"}');
  const mayDelete = vi.fn(() => false);
  await use()(mayDelete);
  expect(mayDelete).not.toHaveBeenCalled();
  expect(signOut).toHaveBeenCalledOnce();
  expect(unsentForms('maya')).toEqual(['quiz.a']);
});

it('own answers are deleted after consent only', async () => {
  localStorage.setItem('mentor-hub.draft.answers.tom.quiz.a', '{"q":"x"}');
  const mayDelete = vi.fn(() => false);
  await use()(mayDelete);
  expect(mayDelete).toHaveBeenCalledExactlyOnceWith(false);
  expect(signOut).not.toHaveBeenCalled();
  await use()(() => true);
  expect(unsentForms('tom')).toEqual([]);
});

it('what waits is sent, or deleted after consent', async () => {
  let isOnline = false;
  let left = 1;
  const send = vi.fn(async () => {
    if (isOnline) left = 0;
  });
  const forget = vi.fn(async () => {});
  const stop = sendBeforeSignOut({ send, isLeft: () => left > 0, forget });
  const mayDelete = vi.fn(() => false);
  await use()(mayDelete);
  expect(mayDelete).toHaveBeenCalledExactlyOnceWith(true);
  expect([signOut.mock.calls.length, forget.mock.calls.length]).toEqual([0, 0]);
  await use()(() => true);
  expect([signOut.mock.calls.length, forget.mock.calls.length]).toEqual([1, 1]);
  isOnline = true;
  await use()(mayDelete);
  expect(mayDelete).toHaveBeenCalledOnce();
  expect(signOut).toHaveBeenCalledTimes(2);
  stop();
});
