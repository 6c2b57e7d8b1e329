import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

const guardian = { handle: titled('titles.guardian'), lazy: page(() => import('./pages/guardian-page')) };

/** The pages behind the links in mails to guardians, who have no account. */
export const guardianRoutes: RouteObject[] = ['consent', 'withdrawal'].map((act) => ({
  path: `guardian/${act}`,
  ...guardian,
}));
