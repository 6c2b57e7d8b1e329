import type { RouteObject } from 'react-router';
import { page } from '../../shared/page/lazy-page';
import { titled } from '../../shared/page/page-title';

// One chunk for all: with more, the bundler puts the messenger into the chunks of other pages.
const chatPages = () => import('./pages/chat-page');

export const chatRoutes: RouteObject[] = [
  {
    path: 'chat',
    handle: titled('titles.chat'),
    lazy: page(async () => ({ Component: (await chatPages()).ChatPage })),
  },
  // A load of this address gets the smaller bundle of the messenger alone.
  {
    path: 'chat/messenger',
    handle: titled('titles.chat'),
    lazy: page(async () => ({ Component: (await chatPages()).FullScreenPage })),
  },
  {
    path: 'team',
    handle: titled('titles.team'),
    lazy: page(async () => ({ Component: (await chatPages()).TeamPage })),
  },
];
