import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAMETER = 'dialog';
const names = ['profile', 'notifications', 'security', 'data'] as const;

/** Dialogs that open over any page. */
export type AccountDialog = (typeof names)[number];

/** Keeps the open dialog in the address, so that "back" closes it and a link opens it. */
export function useAccountDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const requested = new URLSearchParams(location.search).get(PARAMETER);

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
    // A dialog opened by a link has no previous page of this app.
    if ((location.state as { isOpenedHere?: boolean } | null)?.isOpenedHere) {
      void navigate(-1);
      return;
    }
    const search = new URLSearchParams(location.search);
    search.delete(PARAMETER);
    void navigate({ search: `${search}`, hash: location.hash }, { replace: true, preventScrollReset: true });
  }, [location, navigate]);

  return { dialog: names.find((name) => name === requested) ?? null, open, close };
}
