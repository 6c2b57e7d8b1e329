import { ArrowLeft } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { IconButton, LoadingState, toLanguage, useTranslation } from 'ui-kit';
import { type SignUpDraft, signUpDraft } from '../api/sign-up-draft';
import { hasSavedForm, isInvited, type SignUpForm, useSignUpForm } from '../api/sign-up-form';
import { draftOf, useBegunSignUp } from '../api/use-begun-sign-up';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { authPath } from '../components/auth-paths';
import { DeclarationStep } from '../components/sign-up/declaration-step';
import { DetailsStep } from '../components/sign-up/details-step';
import { RoleStep } from '../components/sign-up/role-step';
import styles from '../components/sign-up/sign-up.module.css';
import { StepProgress } from '../components/sign-up/step-progress';
import { StepHeading } from '../components/step-heading';
import { useHistoryStep } from '../components/use-history-step';
import type { EmailVerifyState } from './email-verify-page';

/** Second half of a sign-up: role, declaration and details of a verified person. */
export function Component() {
  const draft = useSyncExternalStore(signUpDraft.subscribe, signUpDraft.get);
  return <AuthGate>{draft === null ? <Restart /> : <SignUp key={draft.email} draft={draft} />}</AuthGate>;
}

/** Goes on after a reload, or starts again. */
function Restart() {
  const { search } = useLocation();
  const begun = useBegunSignUp();
  const draft = begun && draftOf(begun);
  useEffect(() => {
    if (draft) signUpDraft.set(draft);
  });
  if (begun === undefined || draft) return <LoadingState />;
  // Without a password, that step is next.
  const state: EmailVerifyState = begun === null ? { isRestart: hasSavedForm() } : { step: 2 };
  return <Navigate to={authPath('/emailverify', search)} replace state={state} />;
}

/** Steps 0 to 2: role, declaration, details. An invitation names the role. */
function SignUp({ draft }: { draft: SignUpDraft }) {
  const { t, i18n } = useTranslation('app');
  const [form, change] = useSignUpForm({
    ...initialFormOf(draft),
    language: toLanguage(i18n.language) ?? 'en',
  });
  const hasAccepted = form.role !== null && form.acceptedAs === form.role;
  // An address was verified in three steps before these.
  const before = draft.kind === 'email' ? 3 : 0;
  const history = useHistoryStep(form.role === null ? 0 : hasAccepted ? 2 : 1);
  const { goTo, back } = history;
  const invited = isInvited(form, draft.email);
  const step = invited ? Math.max(history.step, 1) : history.step;

  return (
    <AuthLayout>
      <div className={styles.top}>
        {step > 0 && (
          <IconButton label={t('signUp.back')} size={44} onClick={back}>
            <ArrowLeft aria-hidden className={styles.arrow} size={22} />
          </IconButton>
        )}
        <StepProgress step={before + step} of={before + 3} />
      </div>
      <StepHeading title={t(`signUp.title.${step}`)}>{t(`signUp.lead.${step}`)}</StepHeading>
      {step === 0 && (
        <RoleStep role={form.role} onChange={(role) => change({ role })} onContinue={() => goTo(1)} />
      )}
      {step === 1 && form.role !== null && (
        <DeclarationStep
          role={form.role}
          hasAccepted={hasAccepted}
          onChange={(accepts) => change({ acceptedAs: accepts ? form.role : null })}
          onContinue={() => goTo(2)}
        />
      )}
      {step === 2 && form.role !== null && (
        <DetailsStep
          draft={draft}
          form={{ ...form, role: form.role }}
          isInvited={invited}
          onChange={change}
        />
      )}
    </AuthLayout>
  );
}

/** Returns the form with the data of the draft. */
function initialFormOf(draft: SignUpDraft): Partial<SignUpForm> {
  if (draft.kind === 'email') return { email: draft.email };
  const [firstName = '', ...rest] = draft.name.trim().split(/\s+/);
  return { email: draft.email, firstName, lastName: rest.join(' ') };
}
