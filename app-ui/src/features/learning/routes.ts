import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

const list = {
  handle: titled('titles.learningHub'),
  lazy: page(() => import('./pages/session-list-page')),
};
const title = titled('titles.session');

/** What the home page shows of this area. */
export const learningHomeRoute: RouteObject = {
  index: true,
  lazy: page(() => import('./pages/home-panel')),
};

export const learningRoutes: RouteObject[] = [
  { path: 'learninghub/allsession', ...list },
  { path: 'learninghub/curatedsession', ...list },
  { path: 'learninghub/ongoingsessions', ...list },
  { path: 'learninghub/bookmarkedsessions', ...list },
  {
    path: 'session/sessionintroduction/:id',
    handle: title,
    lazy: page(() => import('./pages/session-introduction-page')),
  },
  { path: 'session/step', handle: title, lazy: page(() => import('./pages/step-page')) },
  { path: 'session/step/quiz', handle: title, lazy: page(() => import('./pages/quiz-page')) },
  { path: 'session/step/sessionfeedback', handle: title, lazy: page(() => import('./pages/feedback-page')) },
];
