import { withClient } from '../src/db/connection.ts';
import { silentLog } from '../src/db/log.ts';
import { migrate } from '../src/db/migrate.ts';
import { startThrowawayPostgres } from '../src/db/throwaway.ts';
import { databaseUrl, templateDatabase } from './database.ts';

import type { TestProject } from 'vitest/node';

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = { url: serverUrl, applicationName: 'careloop-test-setup' };
  await withClient(admin, (client) => client.query(`create database ${templateDatabase}`));
  await migrate({ url: databaseUrl(serverUrl, templateDatabase), log: silentLog });
  // A template somebody is connected to cannot be cloned, so nobody may be.
  await withClient(admin, (client) =>
    client.query(`alter database ${templateDatabase} with is_template true allow_connections false`),
  );
}
