import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { bidiIsolate, normalizeEmail } from '../../../shared/forms/email';
import styles from '../../../shared/forms/form.module.css';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { authPath } from '../components/auth-paths';
import { ResetCodeStep } from '../components/reset-password/reset-code-step';
import { ResetEmailStep } from '../components/reset-password/reset-email-step';
import { ResetPasswordStep } from '../components/reset-password/reset-password-step';
import { StepHeading } from '../components/step-heading';
import { useCountdown } from '../components/use-countdown';
import { useHistoryStep } from '../components/use-history-step';
import { useSentCode } from '../components/use-sent-code';
import type { SignInState } from './sign-in-page';

/** Resets a password in three steps: address, code, password. */
export function Component() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { search } = useLocation();
  const sentCode = useSentCode();
  const [email, setEmail] = useState(
    () => sentCode.email ?? normalizeEmail(new URLSearchParams(search).get('email') ?? ''),
  );
  const [sentTo, setSentTo] = useState(sentCode.sentTo);
  const [code, setCode] = useState<string | null>(null);
  const countdown = useCountdown(sentCode.resendAt);
  const { step, goTo } = useHistoryStep(code !== null ? 2 : sentTo !== null ? 1 : 0);

  function sent(to: string, secondsToWait: number): void {
    setEmail(to);
    setSentTo(to);
    setCode(null);
    countdown.restart(secondsToWait);
  }

  function changed(): void {
    const state: SignInState = { email: sentTo ?? email, passwordChanged: true };
    void navigate(authPath('/signin', search), { state });
  }

  return (
    <AuthGate>
      <AuthLayout>
        <StepHeading title={t(`resetPassword.title.${step}`)}>
          {t(`resetPassword.lead.${step}`, { email: bidiIsolate(sentTo ?? email) })}
        </StepHeading>
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
              onVerified={(verifiedCode) => {
                setCode(verifiedCode);
                // The code is used: "back" leads to the address.
                goTo(2, { replace: true, sent: { to: sentTo, resendAt: Date.now() } });
              }}
            />
          )}
          {step === 2 && sentTo !== null && code !== null && (
            <ResetPasswordStep email={sentTo} code={code} onChanged={changed} />
          )}
          <p className={styles.other}>
            <Link to={authPath('/signin', search)} state={{ email }}>
              {t('resetPassword.back')}
            </Link>
          </p>
        </div>
      </AuthLayout>
    </AuthGate>
  );
}
