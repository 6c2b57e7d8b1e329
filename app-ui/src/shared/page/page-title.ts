import { useMatches } from 'react-router';
import { useTranslation } from 'ui-kit';

interface RouteHandle {
  /** Key of the catalogue. */
  title: string;
  catalogue: string;
}

/** Returns the handle of a route with this title, a key of a catalogue. */
export const titled = (title: string, catalogue = 'app'): RouteHandle => ({ title, catalogue });

/** Returns the title of the current page in the language of the reader; empty until its catalogue is loaded. */
export function usePageTitle(): string {
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  const handle = match?.handle as RouteHandle | undefined;
  const { t, ready } = useTranslation(handle?.catalogue ?? 'app', { useSuspense: false });
  return handle === undefined || !ready ? '' : t(handle.title);
}
