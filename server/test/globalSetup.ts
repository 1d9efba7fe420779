import { silentLog } from '../src/db/log.ts';
import { migrate } from '../src/db/migrate.ts';
import { startThrowawayPostgres } from '../src/db/throwaway.ts';
import { createTemplate } from './cloneDatabase.ts';
import { templateDatabase } from './database.ts';

import type { TestProject } from 'vitest/node';

/** Starts one PostgreSQL for the whole run, with a migrated template database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  try {
    await createTemplate(server.url, templateDatabase, (url) => migrate({ url, log: silentLog }));
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
