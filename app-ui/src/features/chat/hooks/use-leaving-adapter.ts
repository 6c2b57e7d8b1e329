import type { NavigationAdapter } from 'messenger-ui';
import { useNavigate } from 'react-router';
import { useNavigationAdapter } from './use-navigation-adapter';

/** Like `useNavigationAdapter`; closing the conversation leaves the page, because there is no other one to choose. */
export function useLeavingAdapter(): NavigationAdapter {
  const navigate = useNavigate();
  const adapter = useNavigationAdapter();
  const leave = () => {
    // The first page of the app has nothing of the app behind it.
    const { idx = 0 } = (history.state as { idx?: number } | null) ?? {};
    void (idx > 0 ? navigate(-1) : navigate('/', { replace: true }));
  };
  return {
    ...adapter,
    replace: (search, state) => (search === '' ? leave() : adapter.replace(search, state)),
  };
}
