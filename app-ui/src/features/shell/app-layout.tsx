import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router';
import {
  canChat,
  ErrorState,
  HttpError,
  type Profile,
  useProfile,
  useStoredLanguage,
  useTranslation,
  wayToSignIn,
} from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { MAIN_ID } from '../../routes/root';
import { AccountDialogs } from '../account/account-dialogs';
import { watchedStatusQuery } from '../entry/system-status';
import styles from './app-layout.module.css';
import { OfflineStrip } from './offline-strip';
import { PageFailure } from './page-failure';
import { TopBar } from './top-bar';
import { useSignOut } from './use-sign-out';

const ChatDock = lazyPart(() => import('../chat/chat-dock'), 'waits');
const TermsPopup = lazyPart(() => import('../landing/terms-popup'), 'waits');
const CallDock = lazyPart(() => import('../chat/call-dock'), 'waits');

/** What stands around every page of a signed-in person. Pages find the profile with `useMe`. */
export function Component() {
  const { data: profile, error, refetch } = useProfile();
  const location = useLocation();
  const isChatPage = location.pathname === '/chat';

  useStoredLanguage(profile?.newPrimaryLanguage);
  // Who has a socket hears of closed doors at once. Everybody else is told here, and `SessionGate` sends them out.
  useQuery(watchedStatusQuery);

  if (profile === undefined) {
    if (error instanceof HttpError && error.code === 'under_maintenance') {
      return <Navigate to={wayToSignIn(location)} replace />;
    }
    return error === null ? null : <ProfileFailed error={error} onRetry={() => void refetch()} />;
  }

  // Before the Yes to the terms nothing begins: no connection, no push, no ringing, and no dialog beside that one.
  const { hasAgreedTerms } = profile;
  const hasChat = hasAgreedTerms && canChat(profile);
  return (
    <div className={styles.layout}>
      <TopBar profile={profile} />
      {!isChatPage && <OfflineStrip />}
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <Outlet context={profile} />
      </main>
      {hasAgreedTerms && <AccountDialogs profile={profile} />}
      {hasChat && !isChatPage && (
        <div data-screen-only>
          <Suspense fallback={null}>
            <ChatDock />
          </Suspense>
        </div>
      )}
      {!hasAgreedTerms && (
        <Suspense fallback={null}>
          <TermsPopup />
        </Suspense>
      )}
      {hasChat && (
        <Suspense fallback={null}>
          <CallDock />
        </Suspense>
      )}
    </div>
  );
}

export { PageFailure };

export const useMe = () => useOutletContext<Profile>();

function ProfileFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('app');
  const signOut = useSignOut();
  return (
    <main className={styles.failed} id={MAIN_ID} tabIndex={-1}>
      <ErrorState error={error} onRetry={onRetry} />
      <Button variant="subtle" onClick={signOut}>
        {t('shell.signOut')}
      </Button>
    </main>
  );
}
