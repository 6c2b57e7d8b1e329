import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const matchingRoutes: RouteObject[] = [
  {
    path: 'mentorship/matching',
    handle: titled('titles.matching'),
    lazy: page(() => import('./pages/matching-page')),
  },
];

/** The same page over samples, for developers and browser tests. */
export const devMatchingRoutes: RouteObject[] = [
  {
    path: 'dev/matching',
    handle: titled('titles.devMatching'),
    lazy: page(() => import('./gallery/gallery-page')),
    children: [{ index: true, lazy: page(() => import('./pages/matching-page')) }],
  },
];
