import { afterEach, expect, it, vi } from 'vitest';
import { signUpDraft } from './sign-up-draft';

const lena = {
  kind: 'email',
  email: 'lena@example.org',
  otp: '123456',
  password: 'Over-the-hill-7',
} as const;

afterEach(() => signUpDraft.set(null));

it('tells who listens, and leaves nothing in the storage of the browser', () => {
  const heard = vi.fn();
  const stop = signUpDraft.subscribe(heard);
  signUpDraft.set(lena);
  expect(signUpDraft.get()).toEqual(lena);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Over-the-hill|123456/);
  stop();
  signUpDraft.set(null);
  expect(heard).toHaveBeenCalledTimes(1);
});
