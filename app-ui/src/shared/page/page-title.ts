import { useMatches } from 'react-router';
import { useTranslation } from 'ui-kit';

interface RouteHandle {
  /** Key of the catalogue. */
  title: string;
}

/** Returns the handle of a route with this title, a key of the catalogue. */
export const titled = (title: string): RouteHandle => ({ title });

/** Returns the title of the current page in the language of the reader. */
export function usePageTitle(): string {
  const { t } = useTranslation('app');
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  return match === undefined ? '' : t((match.handle as RouteHandle).title);
}
