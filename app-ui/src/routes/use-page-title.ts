import { useMatches } from 'react-router';
import { useTranslation } from 'ui-kit';

/** What a route says about itself; `title` is a key of the catalogue. */
export interface RouteHandle {
  title: string;
}

/** The name of the page at hand, in the reader's language. */
export function usePageTitle(): string {
  const { t } = useTranslation('app');
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  return match === undefined ? '' : t((match.handle as RouteHandle).title);
}
