import type { RouteObject } from 'react-router';
import { lazyPage, page } from '../../shared/page/lazy-page';

/** The id of the route whose children are pages in the app layout. */
export const SIGNED_IN_ROUTE = 'signed-in';

/** Wraps the pages of signed-in people in the app layout. A page that fails leaves the layout in place. */
export const withAppLayout = (pages: RouteObject[]): RouteObject => ({
  lazy: page(() => import('./pages/app-layout')),
  children: [
    {
      id: SIGNED_IN_ROUTE,
      lazy: lazyPage(async () => ({
        ErrorBoundary: (await import('./components/page-failure')).PageFailure,
      })),
      children: pages,
    },
  ],
});
