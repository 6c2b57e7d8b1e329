import { createBrowserRouter, type RouteObject } from 'react-router';
import { authRoutes } from '../features/auth/routes';
import { chatRoutes } from '../features/chat/routes';
import { contentRoutes, publicContentRoutes } from '../features/content/routes';
import { devMailboxRoutes } from '../features/dev-mailbox/routes';
import { devQuestionRoutes } from '../features/dev-questions/routes';
import { feedRoutes } from '../features/feed/routes';
import { homeRoutes } from '../features/home/routes';
import { landingRoutes } from '../features/landing/routes';
import { learningHomeRoute, learningRoutes } from '../features/learning/routes';
import { devMatchingRoutes, matchingRoutes } from '../features/matching/routes';
import { mentorshipRoutes, publicMentorshipRoutes } from '../features/mentorship/routes';
import { notificationRoutes } from '../features/notifications/routes';
import { safeguardingRoutes } from '../features/safeguarding/routes';
import { withAppLayout } from '../features/shell/routes';
import { staffRoutes } from '../features/staff/routes';
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
  ...devMailboxRoutes,
  ...devQuestionRoutes,
  ...devMatchingRoutes,
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
  ...staffRoutes(safeguardingRoutes),
  ...contentRoutes,
];

/** Areas for signed-in people whose pages do not all exist yet: signed-out people sign in first. */
const areas = [
  'stage',
  'survey',
  'surveylisting',
  'learninghub',
  'feed',
  'session',
  'mentorship',
  'internship',
  'moreinfo',
];

const notFound = {
  handle: titled('titles.notFound'),
  lazy: page(() => import('../shared/page/not-found-page')),
};

/** Every page of the app. Each is a chunk of its own, so the first load carries one. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Draws nothing while the chunk of a page loads: the boot script has already set the background.
    HydrateFallback: () => null,
    children: [
      ...publicRoutes,
      { element: <Protected />, children: [withAppLayout(signedInRoutes)] },
      { element: <Protected />, children: areas.map((area) => ({ path: `${area}/*`, ...notFound })) },
      { path: '*', ...notFound },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
