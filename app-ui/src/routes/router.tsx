import { createBrowserRouter, type RouteObject } from 'react-router';
import { authRoutes } from '../features/auth/routes';
import { chatRoutes } from '../features/chat/routes';
import { contentRoutes, publicContentRoutes } from '../features/content/routes';
import { feedRoutes } from '../features/feed/routes';
import { guardianRoutes } from '../features/guardian/routes';
import { homeRoutes } from '../features/home/routes';
import { landingRoutes } from '../features/landing/routes';
import { learningHomeRoute, learningRoutes } from '../features/learning/routes';
import { matchingRoutes } from '../features/matching/routes';
import { mentorshipRoutes, publicMentorshipRoutes } from '../features/mentorship/routes';
import { notificationRoutes } from '../features/notifications/routes';
import { SIGNED_IN_ROUTE, withAppLayout } from '../features/shell/routes';
import { surveyRoutes } from '../features/surveys/routes';
import { page } from '../shared/page/lazy-page';
import { titled } from '../shared/page/page-title';
import { Protected } from './protected';
import { Root } from './root';
import { RouteError } from './route-error';

const publicRoutes = [
  ...authRoutes,
  ...publicContentRoutes,
  ...publicMentorshipRoutes,
  ...notificationRoutes,
  ...guardianRoutes,
];

const signedInRoutes = [
  ...landingRoutes,
  ...homeRoutes(learningHomeRoute),
  ...feedRoutes,
  ...learningRoutes,
  ...mentorshipRoutes,
  ...matchingRoutes,
  ...surveyRoutes,
  ...chatRoutes,
  ...contentRoutes,
];

/** Below the pages of signed-in people, signed-out people sign in before they learn that there is no page. */
const areas = new Set(signedInRoutes.flatMap(({ path }) => path?.split('/')[0] ?? []));

const notFound = {
  handle: titled('titles.notFound'),
  lazy: page(() => import('../shared/page/not-found-page')),
};

/** The id of the route of all pages. */
const ROOT = 'root';

/** Every page of members. Each is a chunk of its own, so the first load carries one. */
const routes: RouteObject[] = [
  {
    id: ROOT,
    element: <Root />,
    errorElement: <RouteError />,
    // Draws nothing while the chunk of a page loads: the boot script has already set the background.
    HydrateFallback: () => null,
    children: [
      ...publicRoutes,
      { element: <Protected />, children: [withAppLayout(signedInRoutes)] },
      { element: <Protected />, children: [...areas].map((area) => ({ path: `${area}/*`, ...notFound })) },
      { path: '*', ...notFound },
    ],
  },
];

export const createRouter = () =>
  createBrowserRouter(routes, {
    // The first load of members does not list the pages of others.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (path.startsWith('/staff'))
        patch(SIGNED_IN_ROUTE, (await import('../features/staff/routes')).routes);
      if (path.startsWith('/dev')) patch(ROOT, (await import('./dev-routes')).routes);
    },
  });
