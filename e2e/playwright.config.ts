import path from 'node:path';

import { defineConfig } from '@playwright/test';

const reports = path.join(import.meta.dirname, '..', '.cache', 'reports');
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'journeys',
  outputDir: path.join(reports, 'journeys'),
  // Each with a product of its own. One journey after the other in each: they share an organisation, its queues and counts.
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
