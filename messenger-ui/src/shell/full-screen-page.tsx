import { type MouseEvent, useEffect } from 'react';
import {
  canChat,
  EmptyState,
  ErrorState,
  hasConversations,
  LoginSessionGate,
  shownCount,
  signInLocation,
  toast,
  useProfile,
  useStoredLanguage,
  useTranslation,
} from 'ui-kit';
import { CallHost } from '../features/call/call-host';
import { useUnreadTotal } from '../unread-total';
import { FullScreenLayout } from './full-screen-layout';
import { Messenger } from './messenger';
import { useRuntimeHolder } from './messenger-provider';

/** `/chat/messenger` after a page load: the messenger alone, with a link back to the app. */
export function FullScreenPage() {
  return (
    <LoginSessionGate signedOut={<ToSignIn />}>
      <SignedIn />
    </LoginSessionGate>
  );
}

/** The sign-in page belongs to the other bundle: a full page load. */
function ToSignIn() {
  useEffect(() => location.replace(signInLocation(location)), []);
  return null;
}

function SignedIn() {
  const { t } = useTranslation('messenger');
  const runtime = useRuntimeHolder();
  const { data: profile, error, refetch } = useProfile();
  useStoredLanguage(profile?.newPrimaryLanguage);
  const { count } = useUnreadTotal();
  const title = `${count > 0 ? `(${shownCount(count)}) ` : ''}${t('title')} · Mentor Hub`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  // The main app asks for agreement to the terms; this page must not bypass it.
  const mustAgree = profile?.hasAgreedTerms === false;
  useEffect(() => {
    if (mustAgree) location.replace('/');
  }, [mustAgree]);

  // The app shows the conversation with the programme team, the only one of people without chat.
  const isWithoutChat = profile !== undefined && !canChat(profile);
  const goesToTeam = isWithoutChat && profile.hasAgreedTerms && hasConversations(profile);
  useEffect(() => {
    if (goesToTeam) location.replace(`/team${location.search}`);
  }, [goesToTeam]);

  useEffect(() => {
    // After a reload the previous address may be a page of the app, which this bundle does not have.
    const page = location.pathname;
    const handlePopState = () => {
      if (location.pathname !== page) location.reload();
    };
    window.addEventListener('popstate', handlePopState);
    return () => window.removeEventListener('popstate', handlePopState);
  }, []);

  // The app is another bundle: loading it here would end the call.
  const keepCall = (event: MouseEvent<HTMLAnchorElement>) => {
    if (runtime.peek()?.callManager.getSnapshot().session?.isActive !== true) return;
    event.preventDefault();
    window.open(event.currentTarget.href, '_blank', 'noopener');
    void toast(t('page.callStays'));
  };

  return (
    <>
      <FullScreenLayout as="main" onBack={keepCall}>
        {!profile && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {profile?.hasAgreedTerms && canChat(profile) && <Messenger layout="full" />}
        {isWithoutChat && !hasConversations(profile) && (
          <EmptyState title={t('page.noChat')}>{t('page.noChatHint')}</EmptyState>
        )}
      </FullScreenLayout>
      {profile && canChat(profile) && <CallHost />}
    </>
  );
}
