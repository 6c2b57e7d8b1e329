import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Banner, useTranslation } from 'ui-kit';
import { isolated } from '../entry/email';
import styles from '../entry/entry-form.module.css';
import { EntryGate } from '../entry/entry-gate';
import { EntryHeading } from '../entry/entry-heading';
import { EntryLayout } from '../entry/entry-layout';
import { NewPasswordForm } from '../entry/new-password-form';
import { useSentBefore } from '../entry/sent-code';
import { useCountdown } from '../entry/use-countdown';
import { useStep } from '../entry/use-step';
import { SocialSignIn } from '../social/social-sign-in';
import { EmailStep } from './email-step';
import { OtpStep } from './otp-step';
import { Progress } from './progress';
import { signUpDraft } from './sign-up-draft';
import { readForm, rememberForm } from './sign-up-form';

/** What another page says when it leads here. */
export interface EmailVerifyState {
  email?: string;
  /** The person was further already, and a reload forgot the proof and the password. */
  beginsAgain?: boolean;
}

/** An address that a code has proven. */
interface Proof {
  email: string;
  otp: string;
}

/** The first half of a sign-up: an address, the code that proves it, and a password, on one address of the app. */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { state } = useLocation();
  const told = (state ?? {}) as EmailVerifyState;
  const sentBefore = useSentBefore();
  const [email, setEmail] = useState(
    () => signUpDraft.get()?.email ?? sentBefore.email ?? told.email ?? readForm().email,
  );
  const [sentTo, setSentTo] = useState(sentBefore.sentTo);
  const [proof, setProof] = useState<Proof | null>(provenBefore);
  const countdown = useCountdown(sentBefore.resendAt);
  const { step, goTo } = useStep(proof !== null ? 2 : sentTo !== null ? 1 : 0);

  function sent(to: string, secondsToWait: number): void {
    setEmail(to);
    setSentTo(to);
    setProof(null);
    countdown.restart(secondsToWait);
  }

  function choosePassword({ email, otp }: Proof, password: string): void {
    signUpDraft.set({ kind: 'email', email, otp, password });
    rememberForm({ ...readForm(), email });
    void navigate('/signup');
  }

  return (
    <EntryGate>
      <EntryLayout>
        <Progress step={step} of={3} />
        <EntryHeading title={t(`emailVerify.title.${step}`)}>
          {t(`emailVerify.lead.${step}`, { email: isolated(sentTo ?? email) })}
        </EntryHeading>
        <div className={styles.parts}>
          {step === 0 && told.beginsAgain && <Banner tone="warning">{t('emailVerify.beginsAgain')}</Banner>}
          {step === 0 && (
            <EmailStep
              email={email}
              onChange={setEmail}
              onSent={(to, secondsToWait) => {
                sent(to, secondsToWait);
                goTo(1, { sent: { to, resendAt: Date.now() + secondsToWait * 1000 } });
              }}
              isProven={(address) => proof?.email === address}
              onProven={() => goTo(2)}
            />
          )}
          {step === 1 && sentTo !== null && (
            <OtpStep
              email={sentTo}
              countdown={countdown}
              onResent={(secondsToWait) => sent(sentTo, secondsToWait)}
              onProven={(otp) => {
                setProof({ email: sentTo, otp });
                // The code is used up: the way back leads to the address.
                goTo(2, { replace: true, sent: { to: sentTo, resendAt: Date.now() } });
              }}
            />
          )}
          {step === 2 && proof !== null && (
            <NewPasswordForm
              label={t('emailVerify.title.2')}
              email={proof.email}
              onSubmit={(password) => choosePassword(proof, password)}
            />
          )}
          {step === 0 && <SocialSignIn />}
          <p className={styles.other}>
            {t('emailVerify.known')} <Link to="/signin">{t('emailVerify.signIn')}</Link>
          </p>
        </div>
      </EntryLayout>
    </EntryGate>
  );
}

/** Whoever comes back from the profile has proven the address already. */
function provenBefore(): Proof | null {
  const draft = signUpDraft.get();
  return draft?.kind === 'email' ? { email: draft.email, otp: draft.otp } : null;
}
