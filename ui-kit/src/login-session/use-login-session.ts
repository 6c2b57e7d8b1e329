import { useSyncExternalStore } from 'react';
import type { LoginSessionState } from './login-session';
import { loginSession } from './page-login-session';

export function useLoginSession(): LoginSessionState {
  return useSyncExternalStore(loginSession.subscribe, loginSession.getSnapshot);
}
