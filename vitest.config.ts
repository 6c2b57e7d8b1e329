import { defineConfig } from 'vitest/config';

/** One run and one summary for all three packages. */
export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['{ui-kit,messenger-ui,app-ui}/src/**/*.test.{ts,tsx}'],
    setupFiles: ['ui-kit/src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    css: false,
    // The machine may be busy building; a test waits for events, so patience costs nothing when all is well.
    testTimeout: 30_000,
  },
});
