import type { RefObject } from 'react';
import { type Profile, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import styles from './account-menu-dialog.module.css';
import { AccountPanel } from './account-panel';

interface AccountMenuDialogProps {
  profile: Profile;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Name, email address and account actions, next to the button that opens them. */
export default function AccountMenuDialog({ profile, anchor, onClose }: AccountMenuDialogProps) {
  const { t } = useTranslation('app');
  return (
    <ModalDialog
      label={t('shell.account', { name: profile.displayName })}
      placement="anchored"
      anchor={anchor.current}
      onClose={onClose}
    >
      <div className={styles.panel}>
        <p className={styles.fullName}>{profile.fullName}</p>
        <p className={styles.email}>{profile.email}</p>
        <AccountPanel profile={profile} onLeave={onClose} />
      </div>
    </ModalDialog>
  );
}
