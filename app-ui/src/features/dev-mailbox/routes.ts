import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const devMailboxRoutes: RouteObject[] = [
  { path: 'dev', handle: titled('titles.devMailbox'), lazy: page(() => import('./pages/dev-mailbox-page')) },
];
