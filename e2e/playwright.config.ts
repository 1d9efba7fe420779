import { readdirSync } from 'node:fs';
import path from 'node:path';

import { defineConfig } from '@playwright/test';

const reports = path.join(import.meta.dirname, '..', '.cache', 'reports');
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const testDir = path.join(import.meta.dirname, 'journeys');
const files = readdirSync(testDir).filter((file) => file.endsWith('.spec.ts'));

export default defineConfig({
  // A project of its own for each file, because each project has workers, and so a product and an organisation, of its own.
  projects: files.map((file) => ({ name: file.replace('.spec.ts', ''), testMatch: `**/${file}`, workers: 1 })),
  testDir,
  globalSetup: path.join(import.meta.dirname, 'support', 'globalSetup.ts'),
  outputDir: path.join(reports, 'journeys'),
  // One for each of the two cores it is meant for. Three are quicker, and leave a slow computer no reserve.
  workers: 2,
  forbidOnly: true,
  // With a product and an organisation of its own. What passes only then is listed as FLAKY at the end: find out why.
  retries: 1,
  // Patient: whatever is waited for is an event, and a computer that is busy is slow. What polls asks less often.
  timeout: 180_000,
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
