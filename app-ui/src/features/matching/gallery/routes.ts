import type { RouteObject } from 'react-router';
import { page } from '../../../shared/page/lazy-page';
import { titled } from '../../../shared/page/page-title';

/** The matching page over samples, for developers and browser tests. */
export const devMatchingRoutes: RouteObject[] = [
  {
    path: 'dev/matching',
    handle: titled('titles.matching'),
    lazy: page(() => import('./gallery-page')),
  },
];
