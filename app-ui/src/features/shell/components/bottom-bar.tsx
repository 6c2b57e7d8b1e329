import { UnstyledButton } from '@mantine/core';
import { House, type LucideIcon, UserRound } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { type Profile, useTranslation } from 'ui-kit';
import { AccountMenuDialog } from './account-menu';
import styles from './bottom-bar.module.css';
import { NavigationBadge } from './navigation-badge';
import type { NavigationLink } from './navigation-links';

interface BottomBarProps {
  profile: Profile;
  links: readonly NavigationLink[];
}

const HOME = '/learninghub';

/** The places of a phone's bar beside the home page and the account; the menu has all others. */
const PLACES: Readonly<Record<string, string>> = {
  [HOME]: '/learninghub/allsession',
  '/mentorship': '/mentorship',
  '/chat': '/chat/messenger',
  '/staff': '/staff',
};

/** The navigation of a phone, in reach of the thumb. */
export default function BottomBar({ profile, links }: BottomBarProps) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  const me = useRef<HTMLButtonElement>(null);
  return (
    <nav className={styles.bar} aria-label={t('shell.bar')} data-screen-only>
      <NavLink className={styles.place ?? ''} to={HOME} end>
        <Place icon={House}>{t('shell.home')}</Place>
      </NavLink>
      {links.map(({ to, label, short, icon, counts }) => {
        const place = PLACES[to];
        return (
          place !== undefined && (
            <NavLink key={to} className={styles.place ?? ''} to={place}>
              <Place icon={icon}>
                {t(short ?? label)}
                <NavigationBadge counts={counts} profile={profile} />
              </Place>
            </NavLink>
          )
        );
      })}
      <UnstyledButton
        ref={me}
        className={styles.place ?? ''}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Place icon={UserRound}>{t('shell.me')}</Place>
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountMenuDialog profile={profile} anchor={me} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}

function Place({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden size={22} />
      <span className={styles.label}>{children}</span>
    </>
  );
}
