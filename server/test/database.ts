import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

import { cloneDatabase } from './cloneDatabase.ts';
import type { ClonedDatabase } from './cloneDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test run's PostgreSQL, as superuser. */
    postgresUrl: string;
  }
}

export const templateDatabase = 'careloop_template';

export type TestDatabase = ClonedDatabase;

/**
 * Creates an empty database for a test file, migrated and with the queues of all jobs: a clone of the run's template.
 * Call it in `beforeAll`, and `drop()` in `afterAll` after closing all connections.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabaseFrom(templateDatabase);
}

/** Creates a database without tables, for tests of migrations and restores. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabaseFrom('template1');
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  return await cloneDatabase(inject('postgresUrl'), template, `test_${randomBytes(6).toString('hex')}`);
}
