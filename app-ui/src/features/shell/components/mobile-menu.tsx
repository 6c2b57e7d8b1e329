import { Menu as MenuIcon } from 'lucide-react';
import type { UnreadTotal } from 'messenger-ui/unread-total';
import { Suspense, useState } from 'react';
import { IconButton, type Profile, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import styles from './mobile-menu.module.css';
import type { NavigationLink } from './navigation-links';

const MobileMenuDialog = lazyPart(() => import('./mobile-menu-dialog'), 'closes');

interface MobileMenuProps {
  className: string;
  profile: Profile;
  links: readonly NavigationLink[];
  unread: UnreadTotal;
}

/** Menu with the parts of the top bar that do not fit a narrow screen. */
export function MobileMenu({ className, ...parts }: MobileMenuProps) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={className}>
      <IconButton
        label={t('shell.menu')}
        size={44}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon aria-hidden size={22} />
        {parts.unread.count > 0 && <span className={styles.dot} />}
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <MobileMenuDialog profile={parts.profile} links={parts.links} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
