import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { Banner, session, settingsQuery, useTranslation } from 'ui-kit';
import styles from '../entry/entry-form.module.css';
import { EntryGate, useDoorWatch } from '../entry/entry-gate';
import { EntryHeading } from '../entry/entry-heading';
import { EntryLayout } from '../entry/entry-layout';
import { SocialSignIn } from '../social/social-sign-in';
import { type Credentials, SignInForm } from './sign-in-form';

/** What another page says when it leads here. */
export interface SignInState {
  email?: string;
  /** The password was just changed. */
  passwordChanged?: boolean;
}

export function Component() {
  const { search, hash, state } = useLocation();
  const { email = '', passwordChanged = false } = (state ?? {}) as SignInState;
  // Asked while the session is, so that nothing moves when the buttons come.
  useQuery(settingsQuery);
  // Kept here, so that a maintenance that passes finds what was typed still in place.
  const [credentials, setCredentials] = useState<Credentials>({ email, password: '' });
  return (
    <EntryGate signedIn={<Navigate to={{ pathname: '/', search, hash }} replace />}>
      <SignIn credentials={credentials} onChange={setCredentials} passwordChanged={passwordChanged} />
    </EntryGate>
  );
}

interface SignInProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  passwordChanged: boolean;
}

function SignIn({ credentials, onChange, passwordChanged }: SignInProps) {
  const { t } = useTranslation('app');
  const watch = useDoorWatch();
  return (
    <EntryLayout>
      <EntryHeading title={t('signIn.title')}>{t('signIn.lead')}</EntryHeading>
      <div className={styles.parts}>
        {passwordChanged && <Banner tone="success">{t('signIn.passwordChanged')}</Banner>}
        <SignInForm
          credentials={credentials}
          onChange={onChange}
          onSubmit={({ email, password }) => watch(session.signIn(email, password))}
        />
        <SocialSignIn />
        <p className={styles.other}>
          {t('signIn.new')} <Link to="/emailverify">{t('signIn.begin')}</Link>
        </p>
      </div>
    </EntryLayout>
  );
}
