import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

const list = {
  handle: titled('titles.learningHub'),
  lazy: page(() => import('./pages/session-list-page')),
};
const title = titled('titles.session');

const pages = {
  intro: { handle: title, lazy: page(() => import('./pages/session-introduction-page')) },
  summary: { handle: title, lazy: page(() => import('./pages/summary-page')) },
  step: { handle: title, lazy: page(() => import('./pages/step-page')) },
  quiz: { handle: title, lazy: page(() => import('./pages/quiz-page')) },
  feedback: { handle: title, lazy: page(() => import('./pages/feedback-page')) },
};

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
  { path: 'session/sessionintroduction/:id', ...pages.intro },
  { path: 'session/step', ...pages.step },
  { path: 'session/step/quiz', ...pages.quiz },
  { path: 'session/step/sessionfeedback', ...pages.feedback },
  { path: 'mentorship/:sessionId/sessionintro', ...pages.intro },
  { path: 'mentorship/:sessionId/summary', ...pages.summary },
  { path: 'mentorship/:sessionId/step/sessionfeedback', ...pages.feedback },
  { path: 'mentorship/:sessionId/step/:stepId', ...pages.step },
  { path: 'mentorship/:sessionId/step/:stepId/quiz', ...pages.quiz },
];
