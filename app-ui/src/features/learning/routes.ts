import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { task, titled } from '../../shared/page/page-title';

const list = {
  handle: titled('titles.learningHub'),
  lazy: page(() => import('./pages/session-list-page')),
};
const handle = titled('titles.session');
const inside = task('titles.session');
const pages = {
  summary: {
    handle,
    lazy: page(async () => ({ Component: (await import('./pages/step-page')).SummaryPage })),
  },
  intro: { handle, lazy: page(() => import('./pages/session-introduction-page')) },
  step: { handle: inside, lazy: page(() => import('./pages/step-page')) },
  quiz: { handle: inside, lazy: page(() => import('./pages/quiz-page')) },
  feedback: { handle: inside, lazy: page(() => import('./pages/feedback-page')) },
};

/** What the home page shows of this area. */
export const learningHomeRoute: RouteObject = {
  index: true,
  lazy: page(() => import('./pages/home-panel')),
};

export const learningRoutes: RouteObject[] = [
  ...['all', 'curated'].map((name) => ({ path: `learninghub/${name}session`, ...list })),
  ...['ongoing', 'bookmarked'].map((name) => ({ path: `learninghub/${name}sessions`, ...list })),
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
