import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** Opened by a link in a mail, without a sign-in. */
export const notificationRoutes: RouteObject[] = [
  {
    path: 'stopmails',
    handle: titled('stopMails.title'),
    lazy: page(() => import('./pages/stop-mails-page')),
  },
];
