import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const devQuestionRoutes: RouteObject[] = [
  {
    path: 'dev/questions',
    handle: titled('titles.devQuestions'),
    lazy: page(() => import('./pages/dev-questions-page')),
  },
];
