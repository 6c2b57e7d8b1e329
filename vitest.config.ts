import { defineConfig } from 'vitest/config';

/** Runs the tests of all three packages. */
export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['{ui-kit,messenger-ui,app-ui}/src/**/*.test.{ts,tsx}'],
    setupFiles: ['ui-kit/src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // Tests wait for events, so a generous limit costs nothing on a fast machine.
    testTimeout: 30_000,
  },
});
