import { Navigate, type RouteObject } from 'react-router';
import { legalDocuments } from '../../shared/legal/documents';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** Legal documents, readable without an account. */
export const publicContentRoutes: RouteObject[] = legalDocuments.map(({ path, title }) => ({
  path,
  handle: titled(title),
  lazy: page(() => import('./pages/legal-page')),
}));

export const contentRoutes: RouteObject[] = [
  {
    path: 'internship',
    handle: titled('titles.internship'),
    lazy: page(() => import('./pages/internship-page')),
  },
  {
    path: 'moreinfo',
    handle: titled('titles.info'),
    lazy: page(() => import('./pages/info-layout')),
    children: [
      { index: true, element: <Navigate to="faq" replace /> },
      { path: 'faq', handle: titled('faq.title'), lazy: page(() => import('./pages/faq-page')) },
      {
        path: 'wrs',
        handle: titled('workReadiness.title'),
        lazy: page(() => import('./pages/work-readiness-page')),
      },
      ...legalDocuments.map(({ infoPath, title }) => ({
        path: infoPath,
        handle: titled(title),
        lazy: page(() => import('./pages/legal-info-page')),
      })),
    ],
  },
];
