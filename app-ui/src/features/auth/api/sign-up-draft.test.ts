import { afterEach, expect, it, vi } from 'vitest';
import { signUpDraft } from './sign-up-draft';

const lena = { kind: 'email', email: 'lena@example.org', name: '' } as const;

afterEach(() => signUpDraft.set(null));

it('notifies subscribers and stores nothing in the browser', () => {
  const subscriber = vi.fn();
  const stop = signUpDraft.subscribe(subscriber);
  signUpDraft.set(lena);
  expect(signUpDraft.get()).toEqual(lena);
  expect(subscriber).toHaveBeenCalledTimes(1);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(lena.email);
  stop();
  signUpDraft.set(null);
  expect(subscriber).toHaveBeenCalledTimes(1);
});
