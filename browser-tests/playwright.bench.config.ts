import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

/** Measurements, one at a time: `make bench ARGS=browser`. */
export default defineConfig(tests, {
  testDir: './bench',
  testMatch: '*.bench.ts',
  workers: 1,
  use: { trace: 'off' },
});
