import { useNavigate } from 'react-router';
import { resetLanguage, session, toast, useTranslation } from 'ui-kit';

/** Signs out for good: the next person neither lands on this one's page nor reads this one's language. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  return async () => {
    try {
      await session.signOut();
    } catch {
      // Here it is over, but the cookie may still be good: on a shared computer a person should know.
      void toast(t('shell.signOutUntold'), 'danger');
    }
    await resetLanguage();
    await navigate('/signin', { replace: true });
  };
}
