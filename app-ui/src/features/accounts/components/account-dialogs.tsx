import { Suspense } from 'react';
import type { Profile } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { useAccountDialog } from './use-account-dialog';

const ProfileDialog = lazyPart(() => import('./profile/profile-dialog'), 'closes');
const NotificationsDialog = lazyPart(() => import('./notifications/notifications-dialog'), 'closes');
const DataDialog = lazyPart(() => import('./data/data-dialog'), 'closes');
const SecurityDialog = lazyPart(() => import('./security/security-dialog'), 'closes');

/** Renders the dialog of the address over the page. */
export function AccountDialogs({ profile }: { profile: Profile }) {
  const { dialog, close } = useAccountDialog();
  return (
    <Suspense fallback={null}>
      {dialog === 'profile' && <ProfileDialog profile={profile} onClose={close} />}
      {dialog === 'notifications' && <NotificationsDialog onClose={close} />}
      {dialog === 'data' && <DataDialog onClose={close} />}
      {dialog === 'security' && <SecurityDialog profile={profile} onClose={close} />}
    </Suspense>
  );
}
