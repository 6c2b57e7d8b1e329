import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { redirectTarget } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import { landing } from './landing';

/** The full-screen messenger is a page of its own, which the router does not know. */
const OTHER_PAGE = /^\/chat\/messenger(?:[/?#]|$)/;

/** `/` is no page: it leads to where the person belongs. */
export function Component() {
  const { search } = useLocation();
  const { status, hasAgreedTerms } = useMe();
  const { to, state } = landing(status, redirectTarget(search, window.location.origin));
  const isOtherPage = OTHER_PAGE.test(to);
  // Outside of this app nobody would ask for the terms.
  const mayLeave = isOtherPage && hasAgreedTerms;

  useEffect(() => {
    if (mayLeave) window.location.replace(to);
  }, [mayLeave, to]);

  if (isOtherPage) return mayLeave ? null : <Navigate to="/learninghub" replace />;
  return <Navigate to={to} state={state} replace />;
}
