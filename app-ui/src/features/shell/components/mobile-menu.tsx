import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton, type Profile, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import type { NavigationLink } from './navigation-links';

const MobileMenuDialog = lazyPart(() => import('./mobile-menu-dialog'), 'closes');

interface MobileMenuProps {
  className: string;
  profile: Profile;
  links: readonly NavigationLink[];
}

/** Menu with the parts of the top bar that do not fit a narrow screen. */
export function MobileMenu({ className, profile, links }: MobileMenuProps) {
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
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <MobileMenuDialog profile={profile} links={links} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
