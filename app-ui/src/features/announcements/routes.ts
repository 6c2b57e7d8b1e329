import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const announcementRoutes: RouteObject[] = [
  {
    path: 'announcements/:announcementId',
    handle: titled('titles.announcement'),
    lazy: page(() => import('./pages/announcement-page')),
  },
];
