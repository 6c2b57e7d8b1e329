import { useQuery } from '@tanstack/react-query';
import { publicApi, type Schemas } from 'ui-kit';
import type { SignUpDraft } from './sign-up-draft';
import { loadForm } from './sign-up-form';

type BegunSignUp = Schemas['SignUpDraftResponse'];

/**
 * Returns the sign-up that was begun before the page was loaded; undefined while it is requested, null without one. The form of
 * this tab must have the same address: the browser's cookie alone may be the previous person's at a shared device.
 */
export function useBegunSignUp(): BegunSignUp | null | undefined {
  const { email } = loadForm();
  const { data, isPending } = useQuery({
    queryKey: ['sign-up-draft', email],
    queryFn: async ({ signal }) => (await publicApi.get('/api/v2/users/signup/draft/', { signal })) ?? null,
    enabled: email !== '',
    gcTime: 0,
    retry: 1,
  });
  if (email === '') return null;
  if (isPending) return undefined;
  return data?.email === email ? data : null;
}

/** Returns the draft of a sign-up that lacks only the profile; null if a password has to be chosen first. */
export function draftOf({ email, provider, hasPassword }: BegunSignUp): SignUpDraft | null {
  if (provider === 'google') return { kind: 'social', email, name: '' };
  return hasPassword ? { kind: 'email', email, name: '' } : null;
}
