import { defineConfig } from 'vitest/config';
import type { TestUserConfig } from 'vitest/config';

const server = {
  globalSetup: ['server/test/globalSetup.ts'],
  setupFiles: ['server/test/setup.ts'],
  pool: 'forks',
  // Files share a worker, so that the server is loaded once for many files. No module keeps state between two apps.
  isolate: false,
  // The machine may be busy: most tests take less than a second there, the longest thirty.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A condition that never comes true fails all the same.
  expect: { poll: { timeout: 10_000 } },
} satisfies TestUserConfig;

/** Proofs that kill processes or wait for clocks: after everything else. */
const proofs = [
  'server/src/commands/startup/*.test.ts',
  'server/src/platform/backup/*.test.ts',
  'server/src/platform/db/embedded.test.ts',
  'server/src/features/session/spray.test.ts',
  'server/src/features/charts/renderAttack.test.ts',
  'server/src/platform/rendering/hostileFiles.test.ts',
];

const together = { maxWorkers: 2, sequence: { groupOrder: 0 } } satisfies TestUserConfig;
const afterwards = { maxWorkers: 2, sequence: { groupOrder: 1 } } satisfies TestUserConfig;

export default defineConfig({
  test: {
    projects: [
      { test: { ...together, name: 'contracts', include: ['contracts/src/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...server,
          ...together,
          name: 'server',
          include: ['server/**/*.test.ts', 'demo/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: proofs,
        },
      },
      { test: { ...together, name: 'repository', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...together, name: 'web', root: 'web', include: ['src/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...together,
          name: 'components',
          root: 'web',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { test: { ...server, ...afterwards, name: 'proofs', include: proofs, testTimeout: 120_000 } },
    ],
  },
});
