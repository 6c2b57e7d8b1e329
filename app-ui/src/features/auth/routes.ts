import type { RouteObject } from 'react-router';
import { lazyPage, page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

/** The sign-in page loads without the texts of the other pages: it is the first load of most people. */
export const authRoutes: RouteObject[] = [
  {
    path: 'signin',
    handle: titled('titles.signIn'),
    lazy: lazyPage(() => import('./pages/sign-in-page')),
  },
  {
    path: 'signin/social',
    handle: titled('titles.socialCallback'),
    lazy: page(() => import('./pages/social-callback-page')),
  },
  {
    path: 'signin/code',
    handle: titled('titles.signIn'),
    lazy: page(() => import('./pages/second-factor-page')),
  },
  {
    path: 'emailverify',
    handle: titled('titles.emailVerify'),
    lazy: page(() => import('./pages/email-verify-page')),
  },
  {
    path: 'invitation',
    handle: titled('titles.invitation'),
    lazy: page(() => import('./pages/invitation-page')),
  },
  {
    path: 'signup',
    handle: titled('titles.signUp'),
    lazy: page(() => import('./pages/sign-up-page')),
  },
  {
    path: 'resetpassword',
    handle: titled('titles.resetPassword'),
    lazy: page(() => import('./pages/reset-password-page')),
  },
];
