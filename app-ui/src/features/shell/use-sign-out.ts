import { forgetDrafts } from 'messenger-ui/drafts';
import { session, toast, useTranslation } from 'ui-kit';

/** Signs out for good: the next person neither lands on this one's page nor reads this one's language or drafts. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('app');
  return async () => {
    try {
      await session.signOut();
    } catch {
      // Here it is over, but the cookie may still be good: on a shared computer a person should know.
      void toast(t('shell.signOutUntold'), 'danger');
    }
    forgetDrafts();
  };
}
