import { UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Avatar, type Profile, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import styles from './account-menu.module.css';

export const AccountMenuDialog = lazyPart(() => import('./account-menu-dialog'), 'closes');

/** Account menu of the person. A dialog, not an ARIA menu: it holds more than commands. */
export function AccountMenu({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.button}
        aria-label={t('shell.account', { name: profile.displayName })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Avatar id={profile.id} name={profile.fullName} picture={profile.picture} size={32} />
        <span className={styles.name}>{profile.displayName}</span>
        <ChevronDown aria-hidden size={14} />
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountMenuDialog profile={profile} anchor={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
