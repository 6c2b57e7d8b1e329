import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { canChat, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { AnnouncementsPlace } from '../../../shared/announcements/announcements-place';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { PendingCasesBanner } from '../components/pending-cases-banner';
import styles from './home-page.module.css';

// They read channels: the sessions do not wait for the code of the messenger.
const Conversations = lazyPart(() => import('../components/conversations'), 'error');
const TeamConversation = lazyPart(() => import('../components/team-conversation'), 'retry');

/** Home page: greeting, sessions, channels and contacts. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  const { session } = profile.status.experiences;
  const hasChat = canChat(profile);
  // A hub that is visible and not open says so itself.
  const hasNothing = session === 'hide' && !hasChat;
  return (
    <div className={styles.page}>
      <PendingCasesBanner />
      <HorizonPanel isHero>
        <div className={styles.greeting}>
          {profile.programName && <p className={styles.program}>{profile.programName}</p>}
          <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
          <NextStepPlace profile={profile} hasTeamLink={session !== 'show' && !hasNothing} />
        </div>
      </HorizonPanel>
      <AnnouncementsPlace role={profile.role} />
      <Outlet context={profile} />
      {hasNothing && <p className={styles.nothing}>{t('home.noAccess')}</p>}
      <Suspense fallback={null}>
        {hasChat ? (
          <Conversations profile={profile} />
        ) : (
          profile.role !== 'Staff' && <TeamConversation profile={profile} hasLink={hasNothing} />
        )}
      </Suspense>
    </div>
  );
}
