import { Popover, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Avatar, type Profile, useTranslation } from 'ui-kit';
import styles from './account-menu.module.css';
import { AccountPanel } from './account-panel';

/** Account menu of the person. A panel, not an ARIA menu: it holds more than commands. */
export function AccountMenu({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={280}
      radius="lg"
      shadow="lg"
      offset={8}
      trapFocus
      returnFocus
      withinPortal={false}
      classNames={{ dropdown: styles.panel }}
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.button}
          aria-label={t('shell.account', { name: profile.displayName })}
          onClick={() => setIsOpen((was) => !was)}
        >
          <Avatar id={profile.id} name={profile.fullName} picture={profile.picture} size={32} />
          <span className={styles.name}>{profile.displayName}</span>
          <ChevronDown aria-hidden size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.account', { name: profile.displayName })}>
        <p className={styles.fullName}>{profile.fullName}</p>
        <p className={styles.email}>{profile.email}</p>
        <AccountPanel onLeave={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
