import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Banner, loginSession, settingsQuery, useTranslation } from 'ui-kit';
import styles from '../../../shared/forms/form.module.css';
import { AuthGate, useMaintenanceCheck } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { authPath } from '../components/auth-paths';
import { SECOND_STEP_PATH } from '../components/second-factor/second-step';
import { type Credentials, SignInForm } from '../components/sign-in-form';
import { SocialSignIn } from '../components/social/social-sign-in';
import { StepHeading } from '../components/step-heading';

/** Navigation state of the pages that lead here. */
export interface SignInState {
  email?: string;
  /** The password was just reset. */
  passwordChanged?: boolean;
}

export function Component() {
  const { state } = useLocation();
  const { email = '', passwordChanged = false } = (state ?? {}) as SignInState;
  // Fetched in parallel with the login session, so that the buttons do not shift the layout.
  useQuery(settingsQuery);
  // Kept above the gate, so that the input survives a maintenance message.
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '' });
  return (
    <AuthGate>
      <SignIn credentials={credentials} onChange={setCredentials} passwordChanged={passwordChanged} />
    </AuthGate>
  );
}

interface SignInProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  passwordChanged: boolean;
}

function SignIn({ credentials, onChange, passwordChanged }: SignInProps) {
  const { t } = useTranslation('app');
  const checkMaintenance = useMaintenanceCheck();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <AuthLayout>
      <StepHeading title={t('signIn.title')}>{t('signIn.lead')}</StepHeading>
      <div className={styles.parts}>
        {passwordChanged && <Banner tone="success">{t('signIn.passwordChanged')}</Banner>}
        <SignInForm
          credentials={credentials}
          onChange={onChange}
          onSubmit={async ({ email, password }) => {
            const second = await checkMaintenance(loginSession.signIn(email, password));
            if (second !== null) void navigate(authPath(SECOND_STEP_PATH, search), { state: second });
          }}
        />
        <SocialSignIn />
        <p className={styles.other}>
          {t('signIn.noAccount')}{' '}
          <Link to={authPath('/emailverify', search)}>{t('signIn.createAccount')}</Link>
        </p>
      </div>
    </AuthLayout>
  );
}
