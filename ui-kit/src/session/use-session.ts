import { useSyncExternalStore } from 'react';
import type { SessionState } from './session';
import { session } from './the-session';

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}
