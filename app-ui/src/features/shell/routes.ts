import type { RouteObject } from 'react-router';
import { lazyPage, page } from '../../shared/page/lazy-page';

/** Wraps the pages of signed-in people in the app layout. A page that fails leaves the layout in place. */
export const withAppLayout = (pages: RouteObject[]): RouteObject => ({
  lazy: page(() => import('./pages/app-layout')),
  children: [
    {
      lazy: lazyPage(async () => ({
        ErrorBoundary: (await import('./components/page-failure')).PageFailure,
      })),
      children: pages,
    },
  ],
});
