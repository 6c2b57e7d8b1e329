import type { Profile } from 'ui-kit';
import { useTranslation } from 'ui-kit';
import { DialogFrame } from '../dialog-frame';
import { ChangePassword } from './change-password';
import { LoginSessionList } from './login-session-list';
import { SecondFactorSection } from './second-factor-section';
import styles from './security-dialog.module.css';

interface SecurityDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Login sessions and password of the person. */
export default function SecurityDialog({ profile, onClose }: SecurityDialogProps) {
  const { t } = useTranslation('app');
  return (
    <DialogFrame title={t('security.title')} onClose={onClose}>
      <div className={styles.body}>
        <section className={styles.section} aria-labelledby="where-signed-in">
          <h3 className={styles.heading} id="where-signed-in">
            {t('security.loginSessions')}
          </h3>
          <LoginSessionList />
        </section>
        <section className={styles.section} aria-labelledby="own-password">
          <h3 className={styles.heading} id="own-password">
            {t('security.password')}
          </h3>
          {profile.provider === 'normal' ? (
            <ChangePassword email={profile.email} />
          ) : (
            <p className={styles.hint}>{t('security.noPassword')}</p>
          )}
        </section>
        {profile.role === 'Staff' && <SecondFactorSection />}
      </div>
    </DialogFrame>
  );
}
