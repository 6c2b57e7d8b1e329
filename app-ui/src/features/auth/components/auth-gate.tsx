import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useRef } from 'react';
import { useLocation } from 'react-router';
import { HttpError, LoginSessionGate, useMaintenance } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { systemStatusQuery } from '../api/system-status';
import { authPath } from './auth-paths';
import { MaintenanceMessage } from './maintenance-message';

// Most visits of an auth page do without it.
const Landing = lazyPart(() => import('../../../shared/start-page/landing'), 'retry');

interface AuthGateProps {
  children: ReactNode;
  /** What signed-in people see instead of being led to their start page. */
  signedIn?: ReactNode;
}

/** Shows its children to signed-out people, and a message under maintenance. Signed-in people go to their start page. */
export function AuthGate({ children, signedIn }: AuthGateProps) {
  const { data: system } = useQuery(systemStatusQuery);
  const isMaintenance = useMaintenance();
  if (isMaintenance || system?.underMaintenance) return <MaintenanceMessage />;
  return (
    <LoginSessionGate signedOut={<AuthPage>{children}</AuthPage>}>
      {signedIn ?? <AuthPage isSignedIn>{children}</AuthPage>}
    </LoginSessionGate>
  );
}

/**
 * What a person signed in on stays, as it was, until the page after it has loaded. Those who come signed in see nothing of
 * it.
 */
function AuthPage({ isSignedIn = false, children }: { children: ReactNode; isSignedIn?: boolean }) {
  const shown = useRef<ReactNode>(null);
  if (!isSignedIn) shown.current = children;
  return (
    <>
      <div inert={isSignedIn}>{shown.current}</div>
      {isSignedIn && <ToStartPage />}
    </>
  );
}

/** Reads the location when it renders, so that the requested page survives every step of the way. */
function ToStartPage() {
  const { search } = useLocation();
  return (
    <Suspense fallback={null}>
      <Landing search={authPath('/', search).search} />
    </Suspense>
  );
}

/** Returns a wrapper for calls that refreshes the system status when a call is rejected because of maintenance. */
export function useMaintenanceCheck(): <T>(call: Promise<T>) => Promise<T> {
  const queries = useQueryClient();
  return useCallback(
    async (call) => {
      try {
        return await call;
      } catch (error) {
        if (error instanceof HttpError && error.code === 'under_maintenance') {
          await queries.invalidateQueries(systemStatusQuery);
        }
        throw error;
      }
    },
    [queries],
  );
}
