import { lazy, Suspense } from 'react';
import type { Profile } from 'ui-kit';
import { useAccountDialog } from './use-account-dialog';

const ProfileDialog = lazy(() => import('./profile/profile-dialog'));
const SecurityDialog = lazy(() => import('./security/security-dialog'));

/** The dialog that the address names, over the page. */
export function AccountDialogs({ profile }: { profile: Profile }) {
  const { dialog, close } = useAccountDialog();
  return (
    <Suspense fallback={null}>
      {dialog === 'profile' && <ProfileDialog profile={profile} onClose={close} />}
      {dialog === 'security' && <SecurityDialog profile={profile} onClose={close} />}
    </Suspense>
  );
}
