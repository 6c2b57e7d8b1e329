import { Button } from '@mantine/core';
import { Bell, CircleHelp, FileUser, FolderLock, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { announce, type Profile, useTranslation } from 'ui-kit';
import { useSignOut } from '../../../shared/account/use-sign-out';
import { LegalLinks } from '../../../shared/legal/legal-links';
import { useAccountDialog } from '../../accounts/components/use-account-dialog';
import styles from './account-panel.module.css';
import { ColorSchemePicker } from './color-scheme-picker';
import { UnsentQuestion } from './unsent-question';

/** Account actions in the menus of wide and narrow screens. `onLeave` closes the menu. */
export function AccountPanel({ profile, onLeave }: { profile: Profile; onLeave: () => void }) {
  const { t } = useTranslation('app');
  const { open } = useAccountDialog();
  const signOut = useSignOut();
  const [unsent, setUnsent] = useState<{ canSend: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** Signs out, or asks about answers that could not be sent. */
  async function leave(mayDelete: boolean): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    await signOut((canSend) => {
      if (mayDelete) return true;
      if (unsent !== null) announce(t('shell.unsent.failed'));
      setUnsent({ canSend });
      return false;
    });
    setIsBusy(false);
  }

  const dialogs = [
    { name: 'profile', label: t('shell.myProfile'), icon: UserRound },
    { name: 'notifications', label: t('shell.notifications'), icon: Bell },
    { name: 'security', label: t('shell.security'), icon: ShieldCheck },
    { name: 'data', label: t('shell.data'), icon: FolderLock },
  ] as const;
  return (
    <div className={styles.panel}>
      <ul className={styles.entries}>
        {dialogs.map(({ name, label, icon: Icon }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => {
                onLeave();
                open(name);
              }}
            >
              <Icon aria-hidden size={18} />
              {label}
            </button>
          </li>
        ))}
        {profile.status.application && (
          <li>
            <Link className={styles.entry} to="/application" onClick={onLeave}>
              <FileUser aria-hidden size={18} />
              {t('titles.application')}
            </Link>
          </li>
        )}
        <li>
          <Link className={styles.entry} to="/moreinfo/faq" onClick={onLeave}>
            <CircleHelp aria-hidden size={18} />
            {t('faq.title')}
          </Link>
        </li>
      </ul>
      <ColorSchemePicker />
      {unsent === null ? (
        <Button
          variant="default"
          fullWidth
          leftSection={<LogOut aria-hidden size={16} />}
          aria-disabled={isBusy || undefined}
          onClick={() => void leave(false)}
        >
          {t('shell.signOut')}
        </Button>
      ) : (
        <UnsentQuestion
          canSend={unsent.canSend}
          isBusy={isBusy}
          onSend={() => void leave(false)}
          onDelete={() => void leave(true)}
          onStay={() => setUnsent(null)}
        />
      )}
      <LegalLinks />
    </div>
  );
}
