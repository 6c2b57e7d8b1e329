import { defineConfig } from '@playwright/test';

/** The browser of the machine is used; MENTORHUB_CHROMIUM names another. Nothing is downloaded. */
const executablePath = process.env.MENTORHUB_CHROMIUM ?? '/usr/bin/chromium';

/** A build machine may be several times slower than the one in front of somebody. */
const patience = process.env.CI ? 3 : 1;

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  // Each test starts a server and up to three browser windows; two of them fill two cores.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A build machine is shared. What passes at the second try only is named in the sum, and is a fault to be found.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000 * patience,
  expect: { timeout: 10_000 * patience },
  reporter: 'list',
  use: {
    actionTimeout: 10_000 * patience,
    navigationTimeout: 15_000 * patience,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A camera that shows a moving figure, a microphone that beeps, and a person who allows both.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--auto-select-desktop-capture-source=Entire screen',
        // Names of this machine's own network need a neighbour that answers.
        '--disable-features=WebRtcHideLocalIpsWithMdns',
      ],
    },
  },
});
