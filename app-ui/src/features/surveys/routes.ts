import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

export const surveyRoutes: RouteObject[] = [
  { path: 'survey', handle: titled('titles.survey'), lazy: page(() => import('./pages/survey-page')) },
  {
    path: 'surveylisting',
    handle: titled('titles.surveys'),
    lazy: page(() => import('./pages/survey-listing-page')),
  },
];
