import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** The home page, with a part of another area in it. */
export const homeRoutes = (part: RouteObject): RouteObject[] => [
  {
    path: 'learninghub',
    handle: titled('titles.learningHub'),
    lazy: page(() => import('./pages/home-page')),
    children: [part],
  },
];
