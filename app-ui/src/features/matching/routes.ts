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
