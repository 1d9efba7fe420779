import path from 'node:path';

import { defineConfig } from '@playwright/test';

const reports = path.join(import.meta.dirname, '..', '.cache', 'reports');
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: path.join(import.meta.dirname, 'journeys'),
  globalSetup: path.join(import.meta.dirname, 'support', 'globalSetup.ts'),
  outputDir: path.join(reports, 'journeys'),
  // One per core of a two-core machine. Three would be faster, but leave a slow machine no reserve.
  workers: 2,
  forbidOnly: true,
  // A retry has its own product and organization. Journeys that pass only on retry are listed as FLAKY at the end: find
  // out why.
  retries: 1,
  // Long timeouts: journeys wait for events, and a busy machine is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // All pages of a journey in one process, which takes 14 % less time (60 s instead of 70 s for ten journeys).
        '--renderer-process-limit=1',
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    // No transitions to wait for. Journeys that set `no-preference` run with them.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
  },
});
