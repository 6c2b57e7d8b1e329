import { Navigate, Outlet, useLocation } from 'react-router';
import { LoginSessionGate, signInLocation } from 'ui-kit';

/** Shows its routes to signed-in people and redirects everyone else to the sign-in page. */
export function Protected() {
  return (
    <LoginSessionGate signedOut={<RedirectToSignIn />}>
      <Outlet />
    </LoginSessionGate>
  );
}

/** Reads the location when it renders: the target depends on how the login session ended. */
function RedirectToSignIn() {
  return <Navigate to={signInLocation(useLocation())} replace />;
}
