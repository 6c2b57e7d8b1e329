import type { NavigationAdapter, NavigationState } from 'messenger-ui';
import { useLocation, useNavigate } from 'react-router';

/** The messenger's steps are the router's, which would lose them with the next dialog over the page otherwise. */
export function useNavigationAdapter(): NavigationAdapter {
  const at = useLocation();
  const navigate = useNavigate();
  return {
    at,
    push: (search, state) => void navigate({ search }, { state, preventScrollReset: true }),
    replace: (search, state) => void navigate({ search }, { state, replace: true, preventScrollReset: true }),
    state: () => (history.state as { usr?: NavigationState | null } | null)?.usr ?? null,
  };
}
