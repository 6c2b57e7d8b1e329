import { defineConfig } from 'vitest/config';

const all = ['{ui-kit,messenger-ui,app-ui}/src/**/*.test.{ts,tsx}'];
/** They compare errors of the browser by class, or replace what a context does not let go of. */
const ownProcess = [
  'messenger-ui/src/attention/push.test.ts',
  'app-ui/src/features/feed/scroll-position.test.ts',
];

/**
 * Runs the tests of all three packages. Each file has a context of its own with its own page, in a thread that stays: a
 * process for each file needs three times the processors' time.
 */
export default defineConfig({
  test: {
    environment: 'jsdom',
    projects: [
      { extends: true, test: { name: 'contexts', include: all, exclude: ownProcess, pool: 'vmThreads' } },
      { extends: true, test: { name: 'processes', include: ownProcess, pool: 'forks' } },
    ],
    setupFiles: ['ui-kit/src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // Tests wait for events, so a generous limit costs nothing on a fast machine.
    testTimeout: 30_000,
  },
});
