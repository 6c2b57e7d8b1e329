import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { locationWithoutRedirect, redirectTarget } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { landingTarget } from '../landing-target';

/** The full-screen messenger is another app, which the router does not know. */
const OTHER_PAGE = /^\/chat\/messenger(?:[/?#]|$)/;

/** Redirects `/` to the start page of the person. */
export function Component() {
  const location = useLocation();
  const { status, hasAgreedTerms } = useCurrentUser();
  const requested = redirectTarget(location.search, window.location.origin);
  const { to, state } = landingTarget(status, requested);
  const isOtherPage = OTHER_PAGE.test(to);
  // The other app does not ask for agreement to the terms.
  const mayLeave = isOtherPage && hasAgreedTerms;

  useEffect(() => {
    if (mayLeave) window.location.replace(to);
  }, [mayLeave, to]);

  if (isOtherPage) return mayLeave ? null : <Navigate to="/learninghub" replace />;
  // Links such as `/?dialog=profile` keep their query on the start page.
  const target = requested === null ? { pathname: to, ...locationWithoutRedirect(location) } : to;
  // Agreement to the terms leaves a requested page in place.
  return <Navigate to={target} state={requested === null ? state : { isRequested: true }} replace />;
}
