import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';

/** `/` leads to the start page of the person, as a sign-in does. */
export const landingRoutes: RouteObject[] = [
  {
    index: true,
    lazy: page(async () => ({ Component: (await import('../../shared/start-page/landing')).default })),
  },
];
