import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

import { withClient } from '../src/db/connection.ts';
import { codeOf } from '../src/db/errors.ts';

import type { Client } from 'pg';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the run's PostgreSQL, as superuser. */
    postgresUrl: string;
  }
}

export const templateDatabase = 'careloop_template';

const sourceBeingAccessed = '55006';
const CLONE_ATTEMPTS = 50;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

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

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = { url: serverUrl, applicationName: 'careloop-test' };
  await withClient(admin, (client) => clone(client, template, name));
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Files start at once; one of them may hold the template while another wants to read it. */
async function clone(client: Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      if (codeOf(error) !== sourceBeingAccessed || attempt === CLONE_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}
