import { useState } from 'react';
import { publicApi } from 'ui-kit';
import { useMaintenanceCheck } from '../components/auth-gate';

/** Gives the chosen password to the server, which keeps its hash until the account is created. */
export function useChoosePassword() {
  const checkMaintenance = useMaintenanceCheck();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** Resolves to whether the server accepted it. */
  async function choosePassword(password: string): Promise<boolean> {
    setIsBusy(true);
    setFailure(null);
    try {
      await checkMaintenance(publicApi.put('/api/v2/users/signup/draft/', { body: { password } }));
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  }
  return { choosePassword, failure, isBusy };
}
