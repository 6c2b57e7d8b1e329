import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Banner, LoadingState, useTranslation } from 'ui-kit';
import { bidiIsolate } from '../../../shared/forms/email';
import styles from '../../../shared/forms/form.module.css';
import { LinkButton } from '../../../shared/forms/link-button';
import { NewPasswordForm } from '../../../shared/forms/new-password-form';
import { type SignUpDraft, signUpDraft } from '../api/sign-up-draft';
import { beginForm, loadForm } from '../api/sign-up-form';
import { draftOf, useBegunSignUp } from '../api/use-begun-sign-up';
import { useChoosePassword } from '../api/use-choose-password';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { authPath } from '../components/auth-paths';
import { EmailStep } from '../components/sign-up/email-step';
import { OtpStep } from '../components/sign-up/otp-step';
import { SignUpFailure } from '../components/sign-up/sign-up-failure';
import { StepProgress } from '../components/sign-up/step-progress';
import { SocialSignIn } from '../components/social/social-sign-in';
import { StepHeading } from '../components/step-heading';
import { useCountdown } from '../components/use-countdown';
import { useHistoryStep } from '../components/use-history-step';
import { useSentCode } from '../components/use-sent-code';

/** Navigation state of the pages that lead here. */
export interface EmailVerifyState {
  email?: string;
  /** A reload has lost the verified address and the password of a later step. */
  isRestart?: boolean;
  /** The step to begin with, if what it needs is known. */
  step?: number;
}

/** First half of a sign-up: address, code and password, as steps of one page. */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const navigationState = (state ?? {}) as EmailVerifyState;
  const sentCode = useSentCode();
  const [email, setEmail] = useState(
    () => signUpDraft.get()?.email ?? sentCode.email ?? navigationState.email ?? loadForm().email,
  );
  const [sentTo, setSentTo] = useState(sentCode.sentTo);
  const [verifiedHere, setVerifiedEmail] = useState(verifiedEmailFromDraft);
  const begun = useBegunSignUp();
  const verifiedEmail = verifiedHere ?? (begun?.provider === 'normal' ? begun.email : null);
  const { choosePassword, failure, isBusy } = useChoosePassword();
  const countdown = useCountdown(sentCode.resendAt);
  const { step, goTo } = useHistoryStep(verifiedEmail !== null ? 2 : sentTo !== null ? 1 : 0);

  function sent(to: string, secondsToWait: number): void {
    setEmail(to);
    setSentTo(to);
    setVerifiedEmail(null);
    countdown.restart(secondsToWait);
  }

  async function submitPassword(email: string, password: string): Promise<void> {
    if (!(await choosePassword(password))) return;
    signUpDraft.set({ kind: 'email', email, name: '' });
    void navigate(authPath('/signup', search));
  }

  function goOn(draft: SignUpDraft | null): void {
    if (draft === null) {
      goTo(2);
      return;
    }
    signUpDraft.set(draft);
    void navigate(authPath('/signup', search));
  }

  // A reload of the step with the password stays there.
  if (begun === undefined && verifiedHere === null && sentTo === null) {
    return (
      <AuthGate>
        <AuthLayout>
          <LoadingState />
        </AuthLayout>
      </AuthGate>
    );
  }

  return (
    <AuthGate>
      <AuthLayout>
        <StepProgress step={step} of={6} />
        <StepHeading title={t(`emailVerify.title.${step}`)}>
          {t(`emailVerify.lead.${step}`, { email: bidiIsolate(sentTo ?? email) })}
        </StepHeading>
        <div className={styles.parts}>
          {step === 0 && navigationState.isRestart && (
            <Banner tone="warning">{t('emailVerify.restart')}</Banner>
          )}
          {step === 0 && begun && (
            <Banner
              action={<LinkButton onClick={() => goOn(draftOf(begun))}>{t('emailVerify.goOn')}</LinkButton>}
            >
              {t('emailVerify.begun', { email: bidiIsolate(begun.email) })}
            </Banner>
          )}
          {step === 0 && (
            <EmailStep
              email={email}
              onChange={setEmail}
              onSent={(to, secondsToWait) => {
                sent(to, secondsToWait);
                goTo(1, { sent: { to, resendAt: Date.now() + secondsToWait * 1000 } });
              }}
              isVerified={(address) => verifiedEmail === address}
              onVerified={() => goTo(2)}
            />
          )}
          {step === 1 && sentTo !== null && (
            <OtpStep
              email={sentTo}
              countdown={countdown}
              onResent={(secondsToWait) => sent(sentTo, secondsToWait)}
              onVerified={() => {
                beginForm(sentTo);
                setVerifiedEmail(sentTo);
                // The code is used: "back" leads to the address.
                goTo(2, { replace: true, sent: { to: sentTo, resendAt: Date.now() } });
              }}
            />
          )}
          {step === 2 && verifiedEmail !== null && (
            <>
              <NewPasswordForm
                label={t('emailVerify.title.2')}
                email={verifiedEmail}
                isBusy={isBusy}
                onSubmit={(password) => submitPassword(verifiedEmail, password)}
              >
                {failure !== null && <SignUpFailure error={failure} email={verifiedEmail} />}
              </NewPasswordForm>
              <p className={styles.next}>{t('emailVerify.next')}</p>
            </>
          )}
          {step === 0 && <SocialSignIn />}
          <p className={styles.other}>
            {t('emailVerify.hasAccount')}{' '}
            <Link to={authPath('/signin', search)}>{t('emailVerify.signIn')}</Link>
          </p>
        </div>
      </AuthLayout>
    </AuthGate>
  );
}

/** Returns the verified address after "back" from the second half of the sign-up. */
function verifiedEmailFromDraft(): string | null {
  const draft = signUpDraft.get();
  return draft?.kind === 'email' ? draft.email : null;
}
