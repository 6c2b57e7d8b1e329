import { useMatches } from 'react-router';
import { useTranslation } from 'ui-kit';

interface RouteHandle {
  /** Key of the catalogue. */
  title: string;
  catalogue: string;
  /** Whether the page is a task, which has a phone's screen to itself. */
  isTask?: true;
}

/** Returns the handle of a route with this title, a key of a catalogue. */
export const titled = (title: string, catalogue = 'app'): RouteHandle => ({ title, catalogue });

/** Returns the handle of a task with this title: a page that leads back itself. */
export const task = (title: string): RouteHandle => ({ ...titled(title), isTask: true });

/** Whether the current page is a task. */
export const useIsTask = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.isTask === true);

/** Returns the title of the current page in the language of the reader; empty until its catalogue is loaded. */
export function usePageTitle(): string {
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  const handle = match?.handle as RouteHandle | undefined;
  const { t, ready } = useTranslation(handle?.catalogue ?? 'app', { useSuspense: false });
  return handle === undefined || !ready ? '' : t(handle.title);
}
