import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const homeRoutes: RouteObject[] = [
  {
    path: 'learninghub',
    handle: titled('titles.learningHub'),
    lazy: page(() => import('./pages/home-page')),
  },
];
