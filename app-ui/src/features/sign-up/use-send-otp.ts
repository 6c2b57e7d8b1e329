import { useCallback } from 'react';
import { http } from 'ui-kit';
import { CODE_LENGTH } from '../entry/code-field';
import { useDoorWatch } from '../entry/entry-gate';

/** Asks for a code that proves an address. */
export function useSendOtp(): (email: string) => Promise<unknown> {
  const watch = useDoorWatch();
  return useCallback(
    (email) => {
      const body = { email, num_otp: CODE_LENGTH };
      return watch(http('api/v2/users/send-otp/', { method: 'POST', body, anonymous: true }));
    },
    [watch],
  );
}
