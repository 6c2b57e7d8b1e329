import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

const PARAMETER = 'open';

/** The dialogs of the matching page; those about one match or text carry its id after a colon. */
export type DialogName = 'history' | 'needs' | 'leave' | `${'info' | 'text' | 'withdraw'}:${string}`;

/** Keeps the open dialog in the address, so that "back" closes it and a link opens it. */
export function useOpenDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(location);
  latest.current = location;
  const [kind = '', ...rest] = (new URLSearchParams(location.search).get(PARAMETER) ?? '').split(':');

  const go = useCallback(
    (name: DialogName | null) => {
      const search = new URLSearchParams(location.search);
      if (name === null) search.delete(PARAMETER);
      else search.set(PARAMETER, name);
      void navigate(
        { search: `?${search}`, hash: location.hash },
        { replace: name === null, state: { isOpenedHere: name !== null }, preventScrollReset: true },
      );
    },
    [location, navigate],
  );

  const close = useCallback(() => {
    // An answer may arrive when the person has closed the dialog already.
    if (!new URLSearchParams(latest.current.search).has(PARAMETER)) return;
    // A dialog opened by a link has no previous page of this app.
    if ((latest.current.state as { isOpenedHere?: boolean } | null)?.isOpenedHere) void navigate(-1);
    else go(null);
  }, [navigate, go]);

  return { kind, id: rest.join(':'), open: go, close };
}
