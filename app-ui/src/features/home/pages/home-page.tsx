import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { canChat, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { PendingCasesBanner } from '../components/pending-cases-banner';
import styles from './home-page.module.css';

// Both read channels: the sessions do not wait for the code of the messenger.
const channelParts = () => import('../components/conversations');
const NextStepPanel = lazyPart(async () => ({ default: (await channelParts()).NextStepPanel }), 'retry');
const Conversations = lazyPart(async () => ({ default: (await channelParts()).Conversations }), 'error');

/** Home page: greeting, sessions, channels and contacts. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  // A hub that is visible and not open says so itself.
  const isHubHidden = profile.status.experiences.session === 'hide';
  return (
    <div className={styles.page}>
      <PendingCasesBanner />
      <HorizonPanel>
        <div className={styles.greeting}>
          {profile.programName && <p className={styles.program}>{profile.programName}</p>}
          <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
          <div className={styles.step}>
            <Suspense fallback={null}>
              <NextStepPanel profile={profile} />
            </Suspense>
          </div>
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
