import { devMailboxRoutes } from '../features/dev-mailbox/routes';
import { devQuestionRoutes } from '../features/dev-questions/routes';
import { devMatchingRoutes } from '../features/matching/gallery/routes';

/** The pages below `/dev`, of servers that run with `--demo`. */
export const routes = [...devMailboxRoutes, ...devQuestionRoutes, ...devMatchingRoutes];
