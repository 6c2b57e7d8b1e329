import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import {
  canChat,
  ErrorState,
  HttpError,
  signInLocation,
  useIsPhone,
  useProfile,
  useStoredLanguage,
  useTranslation,
} from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { registerWorker } from 'ui-kit/service-worker';
import { useSignOut } from '../../../shared/account/use-sign-out';
import { MAIN_ID } from '../../../shared/page/main-id';
import { useIsTask } from '../../../shared/page/page-title';
import { AccountDialogs } from '../../accounts/components/account-dialogs';
import { watchedStatusQuery } from '../../auth/api/system-status';
import { QueueSender } from '../../learning/components/queue-sender';
import { navigationLinks } from '../components/navigation-links';
import { OfflineBanner } from '../components/offline-banner';
import { TopBar } from '../components/top-bar';
import styles from './app-layout.module.css';

const BottomBar = lazyPart(() => import('../components/bottom-bar'), 'retry');
const ChatWidget = lazyPart(() => import('../../chat/components/chat-widget'), 'retry');
const TermsDialog = lazyPart(() => import('../../accounts/components/terms-dialog'), 'retry');
const Congratulations = lazyPart(() => import('../../matching/components/congratulations'), 'retry');
const CallHost = lazyPart(() => import('../../chat/components/call-host'), 'retry');

/** The messenger without the bar of the app. */
const FULL_SCREEN_PATH = /^\/chat\/messenger\/?$/;
/** The messenger below the bar of the app. */
const CHAT_PATHS = new Set(['/chat', '/team']);

/** Layout of the pages of signed-in people. Pages get the profile from `useCurrentUser`. */
export function Component() {
  const { data: profile, error, refetch } = useProfile();
  const location = useLocation();
  const isFullScreen = FULL_SCREEN_PATH.test(location.pathname);
  const isTask = useIsTask();
  const isPhone = useIsPhone();
  const isChatPage = isFullScreen || CHAT_PATHS.has(location.pathname);

  useStoredLanguage(profile?.newPrimaryLanguage);
  useEffect(() => {
    // The worker serves the page without a network. Browsers without one, and a first visit that ends early, have none.
    if ('serviceWorker' in navigator) registerWorker().catch(() => undefined);
  }, []);
  const color = profile?.appearance.color;
  useEffect(() => {
    // Undefined until it is known: the boot script has set that of the last time.
    if (color === undefined || (color === null && window.appearanceSheet === undefined)) return;
    let isCurrent = true;
    import('../../../shared/appearance/apply').then(
      ({ applyColor }) => isCurrent && applyColor(color),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [color]);
  // Other pages, such as the one for signing in, look like the product.
  useEffect(() => () => window.appearanceSheet?.replaceSync(''), []);
  // The socket reports maintenance at once; this query does so for people without chat, and `LoginSessionGate`
  // redirects them.
  useQuery(watchedStatusQuery);

  if (profile === undefined) {
    if (error instanceof HttpError && error.code === 'under_maintenance') {
      return <Navigate to={signInLocation(location)} replace />;
    }
    return error === null ? null : <ProfileFailed error={error} onRetry={() => void refetch()} />;
  }

  // Before agreement to the terms there is no page, connection, push, ringing or other dialog: the server refuses their calls.
  const { hasAgreedTerms } = profile;
  const hasChat = hasAgreedTerms && canChat(profile);
  const links = navigationLinks(profile.status.experiences, profile.role);
  // A task leads back itself, and has a phone's screen to itself.
  const isAlone = isTask && isPhone;
  const hasBottomBar = hasAgreedTerms && isPhone && !isAlone && !isChatPage;
  return (
    <div className={styles.layout} data-bottom-bar={hasBottomBar || undefined}>
      {!isFullScreen && !isAlone && <TopBar profile={profile} links={links} />}
      {!isChatPage && <OfflineBanner />}
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        {hasAgreedTerms && <Outlet context={profile} />}
      </main>
      {hasAgreedTerms && <AccountDialogs profile={profile} />}
      {hasAgreedTerms && <QueueSender account={profile.id} />}
      {hasChat && !isChatPage && !isAlone && (
        <div data-screen-only>
          <Suspense fallback={null}>
            <ChatWidget hasBar={hasBottomBar} />
          </Suspense>
        </div>
      )}
      {hasBottomBar && (
        <Suspense fallback={null}>
          <BottomBar profile={profile} links={links} />
        </Suspense>
      )}
      {!hasAgreedTerms && (
        <Suspense fallback={null}>
          <TermsDialog />
        </Suspense>
      )}
      {hasAgreedTerms && profile.status.matching.hasCongratulations && (
        <Suspense fallback={null}>
          <Congratulations profile={profile} />
        </Suspense>
      )}
      {/* Also opens the connection of people without chat, for live updates. */}
      {hasAgreedTerms && (
        <Suspense fallback={null}>
          <CallHost />
        </Suspense>
      )}
    </div>
  );
}

function ProfileFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('app');
  const signOut = useSignOut();
  return (
    <main className={styles.failed} id={MAIN_ID} tabIndex={-1}>
      <ErrorState error={error} onRetry={onRetry} />
      <Button variant="subtle" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </main>
  );
}
