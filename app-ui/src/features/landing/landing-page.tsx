import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { handedOn, redirectTarget } from 'ui-kit';
import { useMe } from '../shell/app-layout';
import { landing } from './landing';

/** The full-screen messenger is a page of its own, which the router does not know. */
const OTHER_PAGE = /^\/chat\/messenger(?:[/?#]|$)/;

/** `/` is no page: it leads to where the person belongs. */
export function Component() {
  const location = useLocation();
  const { status, hasAgreedTerms } = useMe();
  const wanted = redirectTarget(location.search, window.location.origin);
  const { to, state } = landing(status, wanted);
  const isOtherPage = OTHER_PAGE.test(to);
  // Outside of this app nobody would ask for the terms.
  const mayLeave = isOtherPage && hasAgreedTerms;

  useEffect(() => {
    if (mayLeave) window.location.replace(to);
  }, [mayLeave, to]);

  if (isOtherPage) return mayLeave ? null : <Navigate to="/learninghub" replace />;
  // A link like `/?dialog=profile` does not know where somebody lands.
  const target = wanted === null ? { pathname: to, ...handedOn(location) } : to;
  return <Navigate to={target} state={state} replace />;
}
