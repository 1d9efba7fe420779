import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contracts', include: ['contracts/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'demo/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['server/test/globalSetup.ts'],
          setupFiles: ['server/test/loopbackOnly.ts'],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // The machine may be busy; a condition that never comes true fails all the same.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { test: { name: 'repository', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
