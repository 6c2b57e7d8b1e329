import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { canChat, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { PendingCasesBanner } from '../components/pending-cases-banner';
import styles from './home-page.module.css';

// They read channels: the sessions do not wait for the code of the messenger.
const Conversations = lazyPart(() => import('../components/conversations'), 'error');

/** Home page: greeting, sessions, channels and contacts. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  // A hub that is visible and not open says so itself.
  const isHubHidden = profile.status.experiences.session === 'hide';
  return (
    <div className={styles.page}>
      <PendingCasesBanner />
      <HorizonPanel isHero>
        <div className={styles.greeting}>
          {profile.programName && <p className={styles.program}>{profile.programName}</p>}
          <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
          <NextStepPlace profile={profile} />
        </div>
      </HorizonPanel>
      <Outlet context={profile} />
      {canChat(profile) ? (
        <Suspense fallback={null}>
          <Conversations profile={profile} />
        </Suspense>
      ) : (
        isHubHidden && <p className={styles.nothing}>{t('home.noAccess')}</p>
      )}
    </div>
  );
}
