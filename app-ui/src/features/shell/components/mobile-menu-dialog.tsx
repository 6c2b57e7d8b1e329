import { X } from 'lucide-react';
import { NavLink } from 'react-router';
import { Avatar, IconButton, type Profile, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { AccountPanel } from './account-panel';
import styles from './mobile-menu-dialog.module.css';
import { NavigationBadge } from './navigation-badge';
import type { NavigationLink } from './navigation-links';

interface MobileMenuDialogProps {
  profile: Profile;
  links: readonly NavigationLink[];
  onClose: () => void;
}

/** Navigation, language and account actions along the edge of a narrow screen. */
export default function MobileMenuDialog({ profile, links, onClose }: MobileMenuDialogProps) {
  const { t } = useTranslation('app');
  return (
    <ModalDialog label={t('shell.menu')} placement="side" onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.head}>
          <Avatar id={profile.id} name={profile.fullName} picture={profile.picture} size={36} />
          <span className={styles.name}>{profile.displayName}</span>
          <IconButton label={t('shell.closeMenu')} size={44} onClick={onClose}>
            <X aria-hidden size={22} />
          </IconButton>
        </div>
        <nav className={styles.links} aria-label={t('shell.navigation')}>
          {links.map(({ to, label, icon: Icon, counts }) => (
            <NavLink key={to} className={styles.link ?? ''} to={to} onClick={onClose}>
              <Icon aria-hidden size={20} />
              <span className={styles.label}>{t(label)}</span>
              <NavigationBadge counts={counts} profile={profile} />
            </NavLink>
          ))}
        </nav>
        <div className={styles.settings}>
          <LanguagePicker />
          <AccountPanel profile={profile} onLeave={onClose} />
        </div>
      </div>
    </ModalDialog>
  );
}
