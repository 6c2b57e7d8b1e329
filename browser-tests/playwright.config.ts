import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scaled } from './harness/machine';

/** The installed Chromium; MENTORHUB_CHROMIUM names another one for all tests. Nothing is downloaded. */
const chromium = process.env.MENTORHUB_CHROMIUM ?? '/usr/bin/chromium';
/** The same engine without windows needs a third less of the processors' time, but shows no notifications. */
const shell = process.env.MENTORHUB_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const notifications = /(push|push-calls|notification-settings)\.spec\.ts$/;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A generated camera picture and microphone tone, with permission granted.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  // Host candidates without mDNS, which this network does not resolve.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

export default defineConfig({
  testDir: './tests',
  globalSetup: './harness/demo-data.ts',
  outputDir: './test-results',
  // Each test starts a server and up to three browser windows; two of them fill two cores.
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: true,
  // A test that needs a second try is a defect of the test or of the product.
  retries: 0,
  timeout: scaled(60_000),
  expect: { timeout: scaled(10_000) },
  reporter: 'list',
  use: {
    actionTimeout: scaled(10_000),
    navigationTimeout: scaled(15_000),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A request at the moment in which a worker takes over a page escapes `page.route`. Tests of the worker allow it.
    serviceWorkers: 'block',
    // Actions, requests and console only: films and copies of the page took a quarter of the processors' time. A failed test has its
    // page as a picture and as text.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'pages',
      testIgnore: notifications,
      use: { launchOptions: { executablePath: shell, args } },
    },
    {
      name: 'notifications',
      testMatch: notifications,
      use: { launchOptions: { executablePath: chromium, args } },
    },
  ],
});
