import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { publicApi } from 'ui-kit';
import { signUpDraft } from './sign-up-draft';
import { loadForm } from './sign-up-form';

/**
 * Restores the draft of a page that was reloaded, and returns whether that is still possible. The form of this tab must
 * have the same address: the browser's cookie alone may be the previous person's at a shared device.
 */
export function useBegunSignUp(): 'loading' | 'none' {
  const { email } = loadForm();
  const { data, isPending } = useQuery({
    queryKey: ['sign-up-draft', email],
    queryFn: async ({ signal }) => (await publicApi.get('/api/v2/users/signup/draft/', { signal })) ?? null,
    enabled: email !== '',
    gcTime: 0,
    retry: 1,
  });
  const begun = data?.email === email && (data.hasPassword || data.provider === 'google') ? data : null;

  useEffect(() => {
    if (begun === null) return;
    signUpDraft.set({ kind: begun.provider === 'google' ? 'social' : 'email', email: begun.email, name: '' });
  }, [begun]);

  return email !== '' && (isPending || begun !== null) ? 'loading' : 'none';
}
