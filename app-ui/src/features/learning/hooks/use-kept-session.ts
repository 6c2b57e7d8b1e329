import { useEffect } from 'react';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { keepForOffline } from '../../../shared/offline/kept-profile';

/** Lets this device show an opened session when it starts without a network. */
export function useKeptSession(isOpened: boolean): void {
  const profile = useCurrentUser();
  useEffect(() => {
    // Browsers that store nothing need the network.
    if (isOpened) void keepForOffline(profile).catch(() => undefined);
  }, [isOpened, profile]);
}
