import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const mentorshipRoutes: RouteObject[] = [
  {
    path: 'mentorship',
    handle: titled('titles.mentorship'),
    lazy: page(() => import('./pages/mentorship-page')),
  },
];
