import { forgetDrafts } from 'messenger-ui/drafts';
import { loginSession, toast, useTranslation } from 'ui-kit';
import { forgetKept } from '../offline/kept';

/** Returns a function that signs out, and removes drafts and what was kept for times without a network. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('app');
  return async () => {
    try {
      await loginSession.signOut();
    } catch {
      // Signed out here, but the cookie may still be valid, which matters on a shared computer.
      void toast(t('shell.signOutUnsent'), 'danger');
    }
    forgetDrafts();
    await forgetKept();
  };
}
