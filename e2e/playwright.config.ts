import path from 'node:path';

import { defineConfig } from '@playwright/test';

const reports = path.join(import.meta.dirname, '..', '.cache', 'reports');
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The journeys of about the first half of the time. */
const firstHalf = /[/\\](?:[01]\d|20)-[^/\\]*\.spec\.ts$/;

export default defineConfig({
  // Two products, and in each one journey after the other, in an order that is the same every time: they share its
  // organisation, queues and counts.
  projects: [
    { name: 'first', testMatch: firstHalf, workers: 1 },
    { name: 'second', testIgnore: firstHalf, workers: 1 },
  ],
  testDir: 'journeys',
  outputDir: path.join(reports, 'journeys'),
  workers: 2,
  forbidOnly: true,
  // Patient: whatever is waited for is an event, and a computer that is busy is slow. What polls asks less often.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
  },
});
