import { http, type Schemas, session } from 'ui-kit';
import { signUpDraft } from '../sign-up/sign-up-draft';

type Answer = Schemas['Grant'] | Schemas['Unknown'];

/** Ends the way: in a session, or, for who has no account yet, in a draft of the sign-up. */
export async function finishSocial(code: string, state: string): Promise<'signedIn' | 'unknown'> {
  const answer = await http<Answer>('api/v2/users/social/finish/', {
    method: 'POST',
    body: { code, state },
    anonymous: true,
  });
  if ('accessToken' in answer) {
    session.enter(answer);
    return 'signedIn';
  }
  const { token, email, name } = answer;
  signUpDraft.set({ kind: 'social', token, email, name });
  return 'unknown';
}
