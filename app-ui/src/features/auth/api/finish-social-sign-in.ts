import { loginSession, publicApi } from 'ui-kit';
import { SECOND_STEP_PATH, type SecondStep } from '../components/second-factor/second-step';
import { signUpDraft } from './sign-up-draft';

interface NextPage {
  pathname: '/signup' | typeof SECOND_STEP_PATH;
  state: SecondStep | null;
}

/**
 * Finishes a social sign-in: begins a login session, or a sign-up draft for a person without an account. Returns the page
 * that comes next and its state; none for a person who is signed in.
 */
export async function finishSocialSignIn(code: string, state: string): Promise<NextPage | null> {
  const answer = await publicApi.post('/api/v2/users/social/finish/', { body: { code, state } });
  if ('accessToken' in answer) {
    loginSession.begin(answer);
    return null;
  }
  if ('ticket' in answer) return { pathname: SECOND_STEP_PATH, state: answer };
  const { email, name } = answer;
  signUpDraft.set({ kind: 'social', email, name });
  return { pathname: '/signup', state: null };
}
