import { canChat, useTranslation } from 'ui-kit';
import { HorizonPanel } from '../scenery/horizon-panel';
import { useMe } from '../shell/app-layout';
import { Conversations } from './conversations';
import styles from './home-page.module.css';
import { People } from './people';

/** What this person has: a programme, conversations, people. Nothing is shown that is not theirs. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useMe();
  return (
    <div className={styles.page}>
      <HorizonPanel>
        <div className={styles.greeting}>
          {profile.programName && <p className={styles.program}>{profile.programName}</p>}
          <h1 className={styles.hello}>{t('home.greeting', { name: profile.displayName })}</h1>
          <p className={styles.role}>{t(`home.roles.${profile.role}`)}</p>
        </div>
      </HorizonPanel>
      {canChat(profile) ? (
        <div className={styles.columns}>
          <Conversations myId={profile.id} />
          <People myId={profile.id} />
        </div>
      ) : (
        <p className={styles.nothing}>{t('home.nothing')}</p>
      )}
    </div>
  );
}
