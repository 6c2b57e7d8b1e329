import { useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { locationWithoutRedirect, redirectTarget, useProfile } from 'ui-kit';
import { landingTarget } from './landing-target';

/** The full-screen messenger is another app, which the router does not know. */
const OTHER_PAGE = /^\/chat\/messenger(?:[/?#]|$)/;

/** Agreement to the terms leaves a requested page in place. */
const REQUESTED = { isRequested: true };

interface LandingProps {
  /** The query that names the requested page or belongs to the start page; that of the address if there is no other. */
  search?: string;
}

/** Leads to the start page of the person. What is on the screen stays until that page has loaded. */
export default function Landing({ search }: LandingProps) {
  const { data: profile, isError } = useProfile();
  const location = useLocation();
  const from = { search: search ?? location.search, hash: location.hash };
  const requested = redirectTarget(from.search, window.location.origin);
  const status = profile?.status;
  // The same object in every render: another one would start the navigation again.
  const target = useMemo(() => status && landingTarget(status, requested), [status, requested]);
  const to = target?.to ?? '';
  const isOtherPage = OTHER_PAGE.test(to);
  // The other app does not ask for agreement to the terms.
  const mayLeave = isOtherPage && profile?.hasAgreedTerms === true;

  useEffect(() => {
    if (mayLeave) window.location.replace(to);
  }, [mayLeave, to]);

  // The layout of signed-in people explains a failure.
  if (target === undefined) return isError && <Navigate to={{ pathname: '/', ...from }} replace />;
  if (isOtherPage) return mayLeave ? null : <Navigate to="/learninghub" replace />;
  if (requested !== null) return <Navigate to={to} state={REQUESTED} replace />;
  // Links such as `/?dialog=profile` keep their query on the start page.
  return <Navigate to={{ pathname: to, ...locationWithoutRedirect(from) }} state={target.state} replace />;
}
