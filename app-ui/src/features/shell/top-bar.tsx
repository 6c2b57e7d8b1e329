import { useUnreadTotal } from 'messenger-ui/unread-total';
import { Link, NavLink } from 'react-router';
import { Logo, type Profile, useTranslation } from 'ui-kit';
import { AccountMenu } from './account-menu';
import { LanguagePicker } from './language-picker';
import { NarrowMenu } from './narrow-menu';
import styles from './top-bar.module.css';
import { topBarLinks } from './top-bar-links';
import { UnreadBadge } from './unread-badge';

export function TopBar({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const unread = useUnreadTotal();
  const links = topBarLinks(profile.status.experiences, profile.role);
  return (
    <header className={styles.bar} data-screen-only>
      <Link className={styles.logo} to="/" aria-label={t('shell.toHome')}>
        <Logo size={30} />
      </Link>
      <nav className={styles.nav} aria-label={t('shell.navigation')}>
        {links.map(({ to, label, showsUnread }) => (
          <NavLink key={to} className={styles.link ?? ''} to={to}>
            {t(label)}
            {showsUnread && <UnreadBadge unread={unread} />}
          </NavLink>
        ))}
      </nav>
      <div className={styles.wide}>
        <LanguagePicker />
        <AccountMenu profile={profile} />
      </div>
      <NarrowMenu className={styles.narrow ?? ''} profile={profile} links={links} unread={unread} />
    </header>
  );
}
