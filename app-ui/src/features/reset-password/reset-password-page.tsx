import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { isolated, normalizeEmail } from '../entry/email';
import styles from '../entry/entry-form.module.css';
import { EntryGate } from '../entry/entry-gate';
import { EntryHeading } from '../entry/entry-heading';
import { EntryLayout } from '../entry/entry-layout';
import { useSentBefore } from '../entry/sent-code';
import { useCountdown } from '../entry/use-countdown';
import { useStep } from '../entry/use-step';
import type { SignInState } from '../sign-in/sign-in-page';
import { ResetCodeStep } from './reset-code-step';
import { ResetEmailStep } from './reset-email-step';
import { ResetPasswordStep } from './reset-password-step';
import { signInPath } from './reset-path';

/** A new password in three steps: the address, the code from the mail, the password. */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { search } = useLocation();
  const sentBefore = useSentBefore();
  const [email, setEmail] = useState(
    () => sentBefore.email ?? normalizeEmail(new URLSearchParams(search).get('email') ?? ''),
  );
  const [sentTo, setSentTo] = useState(sentBefore.sentTo);
  const [code, setCode] = useState<string | null>(null);
  const countdown = useCountdown(sentBefore.resendAt);
  const { step, goTo } = useStep(code !== null ? 2 : sentTo !== null ? 1 : 0);

  function sent(to: string, secondsToWait: number): void {
    setEmail(to);
    setSentTo(to);
    setCode(null);
    countdown.restart(secondsToWait);
  }

  function changed(): void {
    const state: SignInState = { email: sentTo ?? email, passwordChanged: true };
    void navigate(signInPath(search), { state });
  }

  return (
    <EntryGate>
      <EntryLayout>
        <EntryHeading title={t(`resetPassword.title.${step}`)}>
          {t(`resetPassword.lead.${step}`, { email: isolated(sentTo ?? email) })}
        </EntryHeading>
        <div className={styles.parts}>
          {step === 0 && (
            <ResetEmailStep
              email={email}
              onChange={setEmail}
              onSent={(to, secondsToWait) => {
                sent(to, secondsToWait);
                goTo(1, { sent: { to, resendAt: Date.now() + secondsToWait * 1000 } });
              }}
            />
          )}
          {step === 1 && sentTo !== null && (
            <ResetCodeStep
              email={sentTo}
              countdown={countdown}
              onResent={(secondsToWait) => sent(sentTo, secondsToWait)}
              onProven={(proven) => {
                setCode(proven);
                // The code is used up: the way back leads to the address.
                goTo(2, { replace: true, sent: { to: sentTo, resendAt: Date.now() } });
              }}
            />
          )}
          {step === 2 && sentTo !== null && code !== null && (
            <ResetPasswordStep email={sentTo} code={code} onChanged={changed} />
          )}
          <p className={styles.other}>
            <Link to={signInPath(search)} state={{ email }}>
              {t('resetPassword.back')}
            </Link>
          </p>
        </div>
      </EntryLayout>
    </EntryGate>
  );
}
