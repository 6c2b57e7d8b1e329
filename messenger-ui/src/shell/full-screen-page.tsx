import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import {
  canChat,
  EmptyState,
  ErrorState,
  LogoMark,
  SessionGate,
  useProfile,
  useStoredLanguage,
  useTranslation,
  VisuallyHidden,
  wayToSignIn,
} from 'ui-kit';
import { CallHost } from '../features/call/call-host';
import { useUnreadTotal } from '../unread-total';
import styles from './full-screen-page.module.css';
import { Messenger } from './messenger';

/** `/chat/messenger`: the messenger and nothing else, with the way back to the app. */
export function FullScreenPage() {
  return (
    <SessionGate signedOut={<ToSignIn />}>
      <SignedIn />
    </SessionGate>
  );
}

/** The sign-in page is the other bundle's: a step of the browser, not of a router. */
function ToSignIn() {
  useEffect(() => location.replace(wayToSignIn(location)), []);
  return null;
}

function SignedIn() {
  const { t } = useTranslation('messenger');
  const { data: profile, error, refetch } = useProfile();
  useStoredLanguage(profile?.newPrimaryLanguage);
  const { count } = useUnreadTotal();
  const title = `${count > 0 ? `(${count}) ` : ''}${t('title')} · Mentor Hub`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  // The main app asks for the terms; this page is no way around it.
  const mustAgree = profile?.hasAgreedTerms === false;
  useEffect(() => {
    if (mustAgree) location.replace('/');
  }, [mustAgree]);

  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <a className={styles.back} href="/chat">
          <ArrowLeft aria-hidden className={styles.flips} size={18} />
          {t('page.back')}
        </a>
        <LogoMark size={26} />
      </header>
      <main className={styles.main}>
        <VisuallyHidden>
          <h1>{t('title')}</h1>
        </VisuallyHidden>
        {!profile && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {profile?.hasAgreedTerms && canChat(profile) && <Messenger layout="full" />}
        {profile && !canChat(profile) && (
          <EmptyState title={t('page.noChat')}>{t('page.noChatHint')}</EmptyState>
        )}
      </main>
      {profile && canChat(profile) && <CallHost />}
    </div>
  );
}
