import type { QueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { LoginSessionGate, signInLocation } from 'ui-kit';

// Most starts do without this code.
const restore = async (queries: QueryClient) =>
  (await import('../shared/offline/kept-profile')).restore(queries);

/**
 * Shows its routes to signed-in people, and to those whose device has kept pages while the server does not respond. Redirects
 * everyone else to the sign-in page.
 */
export function Protected() {
  return (
    <LoginSessionGate signedOut={<RedirectToSignIn />} restore={restore}>
      <Outlet />
    </LoginSessionGate>
  );
}

/** Reads the location when it renders: the target depends on how the login session ended. */
function RedirectToSignIn() {
  return <Navigate to={signInLocation(useLocation())} replace />;
}
