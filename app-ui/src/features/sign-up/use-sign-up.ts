import { useState } from 'react';
import { http, type Schemas, session } from 'ui-kit';
import { useDoorWatch } from '../entry/entry-gate';
import { reportConversion } from './conversion';
import { type SignUpDraft, signUpDraft } from './sign-up-draft';
import { rememberForm, type SignUpForm } from './sign-up-form';

/** Makes the account. Whoever has one is signed in, and the page around leads on. */
export function useSignUp() {
  const watch = useDoorWatch();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function signUp(draft: SignUpDraft, form: SignUpForm): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const body = applicationOf(draft, form);
      const welcome = await watch(
        http<Schemas['Welcome']>('api/v2/users/signup/', { method: 'POST', body, anonymous: true }),
      );
      if (welcome.conversion) reportConversion(welcome.conversion);
      rememberForm(null);
      session.enter(welcome);
      signUpDraft.set(null);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  }
  return { signUp, failure, isBusy };
}

function applicationOf(draft: SignUpDraft, form: SignUpForm) {
  const isMentor = form.role === 'Mentor';
  const person = {
    role: form.role,
    first_name: form.firstName,
    last_name: form.lastName,
    phone_number: form.phoneNumber,
    institution_code: isMentor ? form.institutionCode.trim() : '',
    project: isMentor ? '' : form.project,
    new_primary_language: form.language,
    declaration: true,
  };
  return draft.kind === 'social'
    ? { ...person, provider: 'google', token: draft.token }
    : { ...person, provider: 'normal', email: draft.email, password: draft.password, otp: draft.otp };
}
