import { useState } from 'react';
import { loginSession, publicApi, type Schemas } from 'ui-kit';
import { useMaintenanceCheck } from '../components/auth-gate';
import { reportConversion } from './report-conversion';
import { type SignUpDraft, signUpDraft } from './sign-up-draft';
import { isInvited, type SignUpForm, type SignUpRole, saveForm } from './sign-up-form';

/** Creates the account and begins its login session. */
export function useSignUp() {
  const checkMaintenance = useMaintenanceCheck();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function signUp(draft: SignUpDraft, form: SignUpForm & { role: SignUpRole }): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const body = signUpRequest(draft, form);
      const response = await checkMaintenance(publicApi.post('/api/v2/users/signup/', { body }));
      if (response.conversion) reportConversion(response.conversion);
      saveForm(null);
      loginSession.begin(response);
      signUpDraft.set(null);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  }
  return { signUp, failure, isBusy };
}

function signUpRequest(
  draft: SignUpDraft,
  form: SignUpForm & { role: SignUpRole },
): Schemas['SignUpRequest'] {
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
    invitation: isInvited(form, draft.email) ? form.invitation : '',
  };
  // The browser's cookie presents the proof and the password.
  return { ...person, provider: draft.kind === 'social' ? 'google' : 'normal' };
}
