import { Outlet } from 'react-router';
import { canChat, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { HorizonPanel } from '../../../shared/illustrations/horizon-panel';
import { ChannelList } from '../components/channel-list';
import { ContactList } from '../components/contact-list';
import { NextStepPanel } from '../components/next-step-panel';
import { WaitingBanner } from '../components/waiting-banner';
import styles from './home-page.module.css';

/** Home page: greeting, sessions, channels and contacts. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  return (
    <div className={styles.page}>
      <WaitingBanner />
      <HorizonPanel>
        <div className={styles.greeting}>
          {profile.programName && <p className={styles.program}>{profile.programName}</p>}
          <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
          <NextStepPanel profile={profile} />
        </div>
      </HorizonPanel>
      <Outlet context={profile} />
      {canChat(profile) ? (
        <div className={styles.columns}>
          <ChannelList myId={profile.id} />
          <ContactList myId={profile.id} />
        </div>
      ) : (
        <p className={styles.nothing}>{t('home.noAccess')}</p>
      )}
    </div>
  );
}
