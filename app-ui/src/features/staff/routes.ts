import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** The staff console. Other features add their areas. */
export const staffRoutes = (areas: RouteObject[]): RouteObject[] => [
  {
    path: 'staff',
    handle: titled('titles.staff'),
    lazy: page(() => import('./pages/staff-layout')),
    children: [
      { index: true, lazy: page(() => import('./pages/staff-index')) },
      {
        path: 'people',
        handle: titled('titles.people'),
        lazy: page(() => import('./people/people-page')),
      },
      { path: 'audit', handle: titled('titles.audit'), lazy: page(() => import('./audit/audit-page')) },
      ...areas,
    ],
  },
];
