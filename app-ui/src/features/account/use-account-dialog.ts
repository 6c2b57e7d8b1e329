import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAMETER = 'dialog';
const names = ['profile', 'security'] as const;

/** What a person can open about themselves, on whatever page they are. */
export type AccountDialog = (typeof names)[number];

/** The dialog that the address names, so that "back" closes it and a link opens it. */
export function useAccountDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(location.search).get(PARAMETER);

  const open = useCallback(
    (name: AccountDialog) => {
      const search = new URLSearchParams(location.search);
      search.set(PARAMETER, name);
      void navigate(
        { search: `?${search}`, hash: location.hash },
        { state: { isOpenedHere: true }, preventScrollReset: true },
      );
    },
    [location, navigate],
  );

  const close = useCallback(() => {
    // Who came by a link has no page of ours to go back to.
    if ((location.state as { isOpenedHere?: boolean } | null)?.isOpenedHere) {
      void navigate(-1);
      return;
    }
    const search = new URLSearchParams(location.search);
    search.delete(PARAMETER);
    void navigate({ search: `${search}`, hash: location.hash }, { replace: true, preventScrollReset: true });
  }, [location, navigate]);

  return { dialog: names.find((name) => name === wanted) ?? null, open, close };
}
