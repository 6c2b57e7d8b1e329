import { CallHost } from 'messenger-ui/calls';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Calls on every page of the app, and the way from there to the page where they are large. */
export default function CallDock() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const show = useCallback(() => {
    if (pathname !== '/chat') navigate('/chat');
  }, [navigate, pathname]);
  return <CallHost onShow={show} />;
}
