import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const feedRoutes: RouteObject[] = [
  { path: 'feed', handle: titled('titles.feed'), lazy: page(() => import('./pages/feed-page')) },
  {
    path: 'announcements/:announcementId',
    handle: titled('titles.announcement'),
    lazy: page(() => import('./pages/announcement-page')),
  },
];
