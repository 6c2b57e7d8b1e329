import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

const home = { handle: titled('titles.mentorship'), lazy: page(() => import('./pages/mentorship-page')) };

/** A published badge, readable without an account. */
export const publicMentorshipRoutes: RouteObject[] = [
  {
    path: 'badge/:badgeId',
    handle: titled('titles.badge'),
    lazy: page(() => import('./pages/badge-page')),
  },
];

export const mentorshipRoutes: RouteObject[] = [
  { path: 'mentorship', ...home },
  { path: 'mentorship/:mentorshipId/certificate', ...home },
  {
    path: 'application',
    handle: titled('titles.application'),
    lazy: page(() => import('./pages/application-page')),
  },
];
