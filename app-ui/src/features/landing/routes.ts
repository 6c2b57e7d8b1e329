import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const landingRoutes: RouteObject[] = [
  { index: true, handle: titled('titles.home'), lazy: page(() => import('./pages/landing-page')) },
];
