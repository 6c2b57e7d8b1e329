import { Navigate, Outlet, useLocation } from 'react-router';
import { SessionGate, wayToSignIn } from 'ui-kit';

/** Pages behind it are for signed-in people; everyone else is sent to sign in and comes back afterwards. */
export function Protected() {
  return (
    <SessionGate signedOut={<ToSignIn />}>
      <Outlet />
    </SessionGate>
  );
}

/** Drawn when the session has ended, because the way depends on how it did. */
function ToSignIn() {
  return <Navigate to={wayToSignIn(useLocation())} replace />;
}
