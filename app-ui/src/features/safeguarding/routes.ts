import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const safeguardingRoutes: RouteObject[] = [
  {
    path: 'staff/reports',
    handle: titled('titles.reports'),
    lazy: page(() => import('./pages/reports-page')),
  },
];
