import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

import { cloneDatabase } from './cloneDatabase.ts';
import type { ClonedDatabase } from './cloneDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL, as superuser. */
    postgresUrl: string;
  }
}

export const templateDatabase = 'careloop_template';

export type TestDatabase = ClonedDatabase;

/**
 * A database of its own for a test file, migrated and empty: a clone of the run's template. Call it in `beforeAll` and
 * `drop()` in `afterAll`, after everything connected to it was closed.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabaseFrom(templateDatabase);
}

/** A database without any table, for tests of the migrator itself. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await createDatabaseFrom('template1');
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  return await cloneDatabase(inject('postgresUrl'), template, `test_${randomBytes(6).toString('hex')}`);
}
