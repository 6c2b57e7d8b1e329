import { useCallback } from 'react';
import { HttpError, http } from 'ui-kit';
import { useDoorWatch } from '../entry/entry-gate';
import { RESEND_AFTER_SECONDS } from '../entry/use-countdown';

/**
 * Asks for a code for a new password; gives back the seconds until another can be asked for. The call says itself whether
 * there is such an account, so nobody has to be asked before.
 */
export function useSendResetCode(): (email: string) => Promise<number> {
  const watch = useDoorWatch();
  return useCallback(
    async (email) => {
      try {
        await watch(
          http('api/v2/users/reset-password/', { method: 'POST', body: { email }, anonymous: true }),
        );
        return RESEND_AFTER_SECONDS;
      } catch (error) {
        // One is on its way already, perhaps from before a reload.
        if (error instanceof HttpError && error.code === 'resend_too_soon')
          return error.retryAfter ?? RESEND_AFTER_SECONDS;
        throw error;
      }
    },
    [watch],
  );
}
