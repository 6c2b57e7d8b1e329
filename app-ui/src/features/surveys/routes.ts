import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { task, titled } from '../../shared/page/page-title';

const listing = {
  handle: titled('titles.surveys'),
  lazy: page(() => import('./pages/survey-listing-page')),
};

export const surveyRoutes: RouteObject[] = [
  { path: 'survey', handle: titled('titles.survey'), lazy: page(() => import('./pages/survey-page')) },
  { path: 'stage', handle: task('titles.survey'), lazy: page(() => import('./pages/stage-page')) },
  { path: 'surveylisting', ...listing },
  { path: 'surveylisting/pendingsurveys', ...listing },
  { path: 'surveylisting/completedsurveys', ...listing },
];
