import { useCallback } from 'react';
import { publicApi } from 'ui-kit';
import { useMaintenanceCheck } from '../components/auth-gate';
import { CODE_LENGTH } from '../components/code-field';

/** Returns a function that requests a code to verify an address. */
export function useSendOtp(): (email: string) => Promise<unknown> {
  const checkMaintenance = useMaintenanceCheck();
  return useCallback(
    (email) => {
      const body = { email, num_otp: CODE_LENGTH };
      return checkMaintenance(publicApi.post('/api/v2/users/send-otp/', { body }));
    },
    [checkMaintenance],
  );
}
