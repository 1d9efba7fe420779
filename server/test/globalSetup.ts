import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { startThrowawayPostgres } from '../src/platform/db/throwaway.ts';
import { createTemplate } from './cloneDatabase.ts';
import { templateDatabase } from './database.ts';

import type { TestProject } from 'vitest/node';

const fillTemplate = path.join(import.meta.dirname, 'fillTemplate.ts');

/** Starts one PostgreSQL for the whole run, with a migrated template database that every test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowawayPostgres();
  try {
    await createTemplate(server.url, templateDatabase, (url) =>
      promisify(execFile)(process.execPath, [fillTemplate, url]),
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
