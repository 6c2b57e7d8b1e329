import { useQueryClient } from '@tanstack/react-query';
import { forgetDrafts } from 'messenger-ui/drafts';
import { loginSession, profileQuery, toast, useTranslation } from 'ui-kit';
import { forgetKept } from '../offline/kept';
import {
  ANSWERS_PREFIX,
  canSendUnsent,
  forgetUnsent,
  isAnswersKey,
  sendUnsent,
  unsentForms,
} from './unsent-answers';

/** Says whether answers that were not sent may be deleted. `canSend`: trying again later can help. */
type MayDelete = (canSend: boolean) => boolean;

/**
 * Returns a function that signs out, and removes drafts and what was kept for times without a network. Answers that could not
 * be sent are removed only if the person agrees; those of other accounts stay.
 */
export function useSignOut(): (mayDelete?: MayDelete) => Promise<void> {
  const { t } = useTranslation('app');
  const queries = useQueryClient();
  return async (mayDelete = () => window.confirm(t('shell.unsentAnswers'))) => {
    const account = queries.getQueryData(profileQuery.queryKey)?.id;
    await sendUnsent();
    const canSend = await canSendUnsent();
    if ((canSend || unsentForms(account).length > 0) && !mayDelete(canSend)) return;
    await forgetUnsent();
    try {
      await loginSession.signOut();
    } catch {
      // Signed out here, but the cookie may still be valid, which matters on a shared computer.
      void toast(t('shell.signOutUnsent'), 'danger');
    }
    forgetDrafts((key) => key.startsWith(ANSWERS_PREFIX) && !isAnswersKey(key, account));
    await forgetKept();
  };
}
