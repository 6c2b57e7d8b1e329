import { Drawer } from '@mantine/core';
import { Menu as MenuIcon, X } from 'lucide-react';
import type { UnreadTotal } from 'messenger-ui/unread-total';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { Avatar, IconButton, type Profile, useTranslation } from 'ui-kit';
import { AccountPanel } from './account-panel';
import { LanguagePicker } from './language-picker';
import styles from './narrow-menu.module.css';
import type { TopBarLink } from './top-bar-links';
import { UnreadBadge } from './unread-badge';

interface NarrowMenuProps {
  className: string;
  profile: Profile;
  links: readonly TopBarLink[];
  unread: UnreadTotal;
}

/** Everything of the top bar that a narrow screen has no room for. */
export function NarrowMenu({ className, profile, links, unread }: NarrowMenuProps) {
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
        // By part: a class of the content itself would be one of the frame around it, too.
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
