import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { legalDocuments } from '../features/legal/documents';
import { page, plainPage } from './page';
import { Protected } from './protected';
import { Root } from './root';
import { RouteError } from './route-error';
import type { RouteHandle } from './use-page-title';

const titled = (title: string): RouteHandle => ({ title });

/** Every page of the app. All of them are chunks of their own: the first load carries one. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    // Nothing is drawn while a page's chunk comes: the background is already right.
    HydrateFallback: () => null,
    children: [
      {
        path: 'signin',
        handle: titled('titles.signIn'),
        lazy: plainPage(() => import('../features/sign-in/sign-in-page')),
      },
      {
        path: 'emailverify',
        handle: titled('titles.emailVerify'),
        lazy: page(() => import('../features/sign-up/email-verify-page')),
      },
      {
        path: 'signup',
        handle: titled('titles.signUp'),
        lazy: page(() => import('../features/sign-up/sign-up-page')),
      },
      {
        path: 'resetpassword',
        handle: titled('titles.resetPassword'),
        lazy: page(() => import('../features/reset-password/reset-password-page')),
      },
      {
        path: 'dev',
        handle: titled('titles.dev'),
        lazy: page(() => import('../features/dev/dev-page')),
      },
      {
        path: 'signin/social',
        handle: titled('titles.socialReturn'),
        lazy: page(() => import('../features/social/social-return-page')),
      },
      ...legalDocuments.map(({ path, title }) => ({
        path,
        handle: titled(title),
        lazy: page(() => import('../features/legal/legal-page')),
      })),
      {
        element: <Protected />,
        children: [
          {
            lazy: page(() => import('../features/shell/app-layout')),
            children: [
              {
                // What a page cannot do leaves what stands around it.
                lazy: plainPage(async () => ({
                  ErrorBoundary: (await import('../features/shell/app-layout')).PageFailure,
                })),
                children: [
                  {
                    index: true,
                    handle: titled('titles.home'),
                    lazy: page(() => import('../features/landing/landing-page')),
                  },
                  {
                    // Until there are sessions the hub is what the home page was: greeting, conversations, people.
                    path: 'learninghub',
                    handle: titled('titles.learningHub'),
                    lazy: page(() => import('../features/home/home-page')),
                  },
                  {
                    path: 'mentorship',
                    handle: titled('titles.mentorship'),
                    lazy: page(() => import('../features/mentorship/mentorship-page')),
                  },
                  {
                    path: 'survey',
                    handle: titled('titles.survey'),
                    lazy: page(() => import('../features/surveys/survey-page')),
                  },
                  {
                    path: 'surveylisting',
                    handle: titled('titles.surveys'),
                    lazy: page(() => import('../features/surveys/survey-listing-page')),
                  },
                  {
                    path: 'chat',
                    handle: titled('titles.chat'),
                    lazy: page(() => import('../features/chat/chat-page')),
                  },
                  {
                    path: 'staff/reports',
                    handle: titled('titles.reports'),
                    lazy: page(() => import('../features/staff/reports-page')),
                  },
                  {
                    path: 'internship',
                    handle: titled('titles.internship'),
                    lazy: page(() => import('../features/internship/internship-page')),
                  },
                  {
                    path: 'moreinfo',
                    handle: titled('titles.info'),
                    lazy: page(() => import('../features/info/info-layout')),
                    children: [
                      { index: true, element: <Navigate to="faq" replace /> },
                      {
                        path: 'faq',
                        handle: titled('faq.title'),
                        lazy: page(() => import('../features/info/faq-page')),
                      },
                      {
                        path: 'wrs',
                        handle: titled('wrs.title'),
                        lazy: page(() => import('../features/info/wrs-page')),
                      },
                      ...legalDocuments.map(({ infoPath, title }) => ({
                        path: infoPath,
                        handle: titled(title),
                        lazy: page(() => import('../features/info/legal-info-page')),
                      })),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', handle: titled('titles.notFound'), lazy: page(() => import('./not-found')) },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
