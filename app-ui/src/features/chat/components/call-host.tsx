import { CallHost } from 'messenger-ui/calls';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Pages with a video section. */
const MESSENGER_PATH = /^\/chat(\/messenger)?\/?$/;

/** Hosts calls on every page, and leads to the chat page, where a call is large. */
export default function AppCallHost() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const show = useCallback(() => {
    if (!MESSENGER_PATH.test(pathname)) navigate('/chat');
  }, [navigate, pathname]);
  return <CallHost onShow={show} />;
}
