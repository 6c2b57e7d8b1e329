import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

const handle = titled('titles.matching');

export const matchingRoutes: RouteObject[] = [
  { path: 'mentorship/matching', handle, lazy: page(() => import('./pages/matching-page')) },
];

/** The same page over samples, for developers and browser tests. */
export const devMatchingRoutes: RouteObject[] = [
  { path: 'dev/matching', handle, lazy: page(() => import('./gallery/gallery-page')) },
];
