import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** An area of the staff console. */
export const safeguardingRoutes: RouteObject[] = [
  {
    path: 'reports',
    handle: titled('titles.reports'),
    lazy: page(() => import('./pages/reports-page')),
  },
];
