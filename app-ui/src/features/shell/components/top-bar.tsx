import { Link, NavLink, useLinkClickHandler } from 'react-router';
import { Logo, PendingCasesBadge, type Profile, useTranslation } from 'ui-kit';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { AccountMenu } from './account-menu';
import { MobileMenu } from './mobile-menu';
import { NavigationBadge } from './navigation-badge';
import type { NavigationLink } from './navigation-links';
import styles from './top-bar.module.css';

interface TopBarProps {
  profile: Profile;
  links: readonly NavigationLink[];
}

export function TopBar({ profile, links }: TopBarProps) {
  const { t } = useTranslation('app');
  const toReports = useLinkClickHandler('/staff/reports');
  return (
    <header className={styles.bar} data-screen-only>
      <Link className={styles.logo} to="/" aria-label={t('shell.toHome')}>
        {profile.appearance.logo === null ? (
          <Logo size={30} />
        ) : (
          <img
            className={styles.programmeLogo}
            src={profile.appearance.logo}
            alt={profile.programName ?? ''}
          />
        )}
      </Link>
      <nav className={styles.nav} aria-label={t('shell.navigation')}>
        {links.map(({ to, label, counts }) => (
          <NavLink key={to} className={styles.link ?? ''} to={to}>
            {t(label)}
            <NavigationBadge counts={counts} profile={profile} />
          </NavLink>
        ))}
      </nav>
      <div className={styles.pendingCases}>
        <PendingCasesBadge onClick={toReports} />
      </div>
      <div className={styles.wide}>
        <LanguagePicker />
        <AccountMenu profile={profile} />
      </div>
      <MobileMenu className={styles.narrow ?? ''} profile={profile} links={links} />
    </header>
  );
}
