import { Drawer } from '@mantine/core';
import { Menu as MenuIcon, X } from 'lucide-react';
import type { UnreadTotal } from 'messenger-ui/unread-total';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { Avatar, IconButton, type Profile, useTranslation } from 'ui-kit';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { UnreadBadge } from '../../../shared/unread-badge/unread-badge';
import { AccountPanel } from './account-panel';
import styles from './mobile-menu.module.css';
import type { NavigationLink } from './navigation-links';

interface MobileMenuProps {
  className: string;
  profile: Profile;
  links: readonly NavigationLink[];
  unread: UnreadTotal;
}

/** Menu with the parts of the top bar that do not fit a narrow screen. */
export function MobileMenu({ className, profile, links, unread }: MobileMenuProps) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className={className}>
      <IconButton label={t('shell.menu')} size={44} aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <MenuIcon aria-hidden size={22} />
        {unread.count > 0 && <span className={styles.dot} />}
      </IconButton>
      <Drawer.Root
        opened={isOpen}
        onClose={close}
        position="right"
        size="min(20rem, 86vw)"
        // Per part: a class on the content would also apply to its frame.
        classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('shell.menu')}>
          <Drawer.Body>
            <div className={styles.head}>
              <Avatar id={profile.id} name={profile.fullName} picture={profile.picture} size={36} />
              <span className={styles.name}>{profile.displayName}</span>
              <IconButton label={t('shell.closeMenu')} size={44} onClick={close}>
                <X aria-hidden size={22} />
              </IconButton>
            </div>
            <nav className={styles.links} aria-label={t('shell.navigation')}>
              {links.map(({ to, label, icon: Icon, showsUnread }) => (
                <NavLink key={to} className={styles.link ?? ''} to={to} onClick={close}>
                  <Icon aria-hidden size={20} />
                  <span className={styles.label}>{t(label)}</span>
                  {showsUnread && <UnreadBadge unread={unread} />}
                </NavLink>
              ))}
            </nav>
            <div className={styles.settings}>
              <LanguagePicker />
              <AccountPanel onLeave={close} />
            </div>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  );
}
