import { loginSession, publicApi } from 'ui-kit';
import { signUpDraft } from './sign-up-draft';

/** Finishes a social sign-in: begins a login session, or a sign-up draft for a person without an account. */
export async function finishSocialSignIn(code: string, state: string): Promise<'signedIn' | 'unknown'> {
  const answer = await publicApi.post('/api/v2/users/social/finish/', { body: { code, state } });
  if ('accessToken' in answer) {
    loginSession.begin(answer);
    return 'signedIn';
  }
  const { email, name } = answer;
  signUpDraft.set({ kind: 'social', email, name });
  return 'unknown';
}
