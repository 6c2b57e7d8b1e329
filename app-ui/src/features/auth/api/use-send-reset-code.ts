import { useCallback } from 'react';
import { HttpError, publicApi } from 'ui-kit';
import { useMaintenanceCheck } from '../components/auth-gate';
import { RESEND_AFTER_SECONDS } from '../components/use-countdown';

/**
 * Returns a function that requests a reset code and resolves to the seconds until the next request is allowed. The
 * server's response shows whether the account exists.
 */
export function useSendResetCode(): (email: string) => Promise<number> {
  const checkMaintenance = useMaintenanceCheck();
  return useCallback(
    async (email) => {
      try {
        await checkMaintenance(publicApi.post('/api/v2/users/reset-password/', { body: { email } }));
        return RESEND_AFTER_SECONDS;
      } catch (error) {
        // A code was sent already, perhaps before a reload.
        if (error instanceof HttpError && error.code === 'resend_too_soon')
          return error.retryAfter ?? RESEND_AFTER_SECONDS;
        throw error;
      }
    },
    [checkMaintenance],
  );
}
