import { ArrowLeft } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';
import { IconButton, toLanguage, useTranslation } from 'ui-kit';
import { EntryGate } from '../entry/entry-gate';
import { EntryHeading } from '../entry/entry-heading';
import { EntryLayout } from '../entry/entry-layout';
import { useStep } from '../entry/use-step';
import { DeclarationPage } from './declaration-page';
import { DetailsPage } from './details-page';
import type { EmailVerifyState } from './email-verify-page';
import { Progress } from './progress';
import { RolePage } from './role-page';
import { type SignUpDraft, signUpDraft } from './sign-up-draft';
import { hasBegun, type SignUpForm, type SignUpRole, useSignUpForm } from './sign-up-form';
import styles from './sign-up-page.module.css';

/** The second half of a sign-up: the profile, for whoever has proven an address or a social account. */
export function Component() {
  const draft = useSyncExternalStore(signUpDraft.subscribe, signUpDraft.get);
  return (
    <EntryGate>{draft === null ? <BeginAgain /> : <SignUp key={draft.email} draft={draft} />}</EntryGate>
  );
}

function BeginAgain() {
  const state: EmailVerifyState = { beginsAgain: hasBegun() };
  return <Navigate to="/emailverify" replace state={state} />;
}

/** Pages 0 to 2: mentee or mentor, what they declare, who they are. */
function SignUp({ draft }: { draft: SignUpDraft }) {
  const { t, i18n } = useTranslation('app');
  const [form, change] = useSignUpForm({ ...proposalOf(draft), language: toLanguage(i18n.language) ?? 'en' });
  // Whoever turns back and takes the other role has another declaration to read.
  const [acceptedAs, setAcceptedAs] = useState<SignUpRole | null>(null);
  const hasAccepted = form.role !== null && acceptedAs === form.role;
  const { step, goTo, back } = useStep(form.role === null ? 0 : hasAccepted ? 2 : 1);

  return (
    <EntryLayout>
      <div className={styles.top}>
        {step > 0 && (
          <IconButton label={t('signUp.back')} size={44} onClick={back}>
            <ArrowLeft aria-hidden className={styles.arrow} size={22} />
          </IconButton>
        )}
        <Progress step={step} of={3} />
      </div>
      <EntryHeading title={t(`signUp.title.${step}`)}>{t(`signUp.lead.${step}`)}</EntryHeading>
      {step === 0 && (
        <RolePage role={form.role} onChange={(role) => change({ role })} onContinue={() => goTo(1)} />
      )}
      {step === 1 && form.role !== null && (
        <DeclarationPage
          role={form.role}
          hasAccepted={hasAccepted}
          onChange={(accepts) => setAcceptedAs(accepts ? form.role : null)}
          onContinue={() => goTo(2)}
        />
      )}
      {step === 2 && form.role !== null && (
        <DetailsPage draft={draft} form={{ ...form, role: form.role }} onChange={change} />
      )}
    </EntryLayout>
  );
}

/** What is known of a person before they have typed anything. */
function proposalOf(draft: SignUpDraft): Partial<SignUpForm> {
  if (draft.kind === 'email') return { email: draft.email };
  const [firstName = '', ...rest] = draft.name.trim().split(/\s+/);
  return { email: draft.email, firstName, lastName: rest.join(' ') };
}
