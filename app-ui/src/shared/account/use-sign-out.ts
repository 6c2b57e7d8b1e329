import { forgetDrafts } from 'messenger-ui/drafts';
import { loginSession, toast, useTranslation } from 'ui-kit';
import { forgetKept } from '../offline/kept';
import { hasUnsentAnswers, saveUnsentAnswers } from './unsent-answers';

/**
 * Returns a function that signs out, and removes drafts and what was kept for times without a network. Answers that could not
 * be saved are removed only if the person agrees.
 */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('app');
  return async () => {
    await saveUnsentAnswers();
    if (hasUnsentAnswers() && !window.confirm(t('shell.unsentAnswers'))) return;
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
