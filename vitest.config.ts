import { defineConfig } from 'vitest/config';
import type { TestUserConfig } from 'vitest/config';

const server = {
  globalSetup: ['server/test/globalSetup.ts'],
  setupFiles: ['server/test/setup.ts'],
  pool: 'forks',
  // Files share a worker, so that the server is loaded once for many files. No module keeps state between two apps.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // The machine may be busy; a condition that never comes true fails all the same.
  expect: { poll: { timeout: 10_000 } },
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contracts', include: ['contracts/src/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts', 'demo/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      { test: { name: 'repository', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
