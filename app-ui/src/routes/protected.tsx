import { Navigate, Outlet, useLocation } from 'react-router';
import { SessionGate, signInUrl } from 'ui-kit';

/** Pages behind it are for signed-in people; everyone else is sent to sign in and comes back afterwards. */
export function Protected() {
  const location = useLocation();
  return (
    <SessionGate signedOut={<Navigate to={signInUrl(location)} replace />}>
      <Outlet />
    </SessionGate>
  );
}
