import '../../../shared/second-factor/texts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { loginSession, publicApi, type Schemas, useTranslation } from 'ui-kit';
import styles from '../../../shared/forms/form.module.css';
import { AppCodeForm } from '../../../shared/second-factor/app-code-form';
import { RecoveryCodes } from '../../../shared/second-factor/recovery-codes';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { authPath } from '../components/auth-paths';
import { AppSetUp } from '../components/second-factor/app-set-up';
import type { SecondStep } from '../components/second-factor/second-step';
import { StepHeading } from '../components/step-heading';

type Granted = Schemas['SecondFactorSignInResponse'];

/** The second step of a sign-in of staff: a code of their app, which the first sign-in sets up. */
export function Component() {
  const { search, state } = useLocation();
  const step = state as SecondStep | null;
  return (
    <AuthGate>
      <AuthLayout>
        {step === null ? <Navigate to={authPath('/signin', search)} replace /> : <Step {...step} />}
      </AuthLayout>
    </AuthGate>
  );
}

function Step({ ticket, isSetUp }: SecondStep) {
  const { t } = useTranslation('secondFactor');
  const { search } = useLocation();
  const [granted, setGranted] = useState<Granted | null>(null);
  // A new app is not used before its owner has seen the recovery codes.
  if (granted !== null) return <Recovery granted={granted} />;
  async function submit(code: string): Promise<void> {
    const answer = await publicApi.post('/api/v2/users/second-factor/sign-in/', { body: { ticket, code } });
    if (answer.recoveryCodes.length > 0) setGranted(answer);
    else loginSession.begin(answer);
  }
  const title = t(isSetUp ? 'step.title' : 'setUp.title');
  return (
    <>
      <StepHeading title={title}>{t(isSetUp ? 'step.lead' : 'setUp.lead')}</StepHeading>
      <div className={styles.parts}>
        {!isSetUp && <AppSetUp ticket={ticket} />}
        <AppCodeForm label={title} hasRecovery={isSetUp} hasFocus={isSetUp} onSubmit={submit}>
          {isSetUp && <p className={styles.resend}>{t('step.lost')}</p>}
        </AppCodeForm>
        <p className={styles.other}>
          <Link to={authPath('/signin', search)}>{t('step.back')}</Link>
        </p>
      </div>
    </>
  );
}

function Recovery({ granted }: { granted: Granted }) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <StepHeading title={t('recovery.title')}>{t('recovery.lead')}</StepHeading>
      <div className={styles.parts}>
        <RecoveryCodes codes={granted.recoveryCodes} />
        <Button className={styles.submit} size="md" fullWidth onClick={() => loginSession.begin(granted)}>
          {t('recovery.done')}
        </Button>
      </div>
    </>
  );
}
