import type { Config } from '../config.ts';
import type { Log } from '../db/log.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { prepareAudit } from '../audit/partitions.ts';
import { installJobs } from '../jobs/install.ts';
import { allJobs } from '../features/index.ts';

export interface RunningDatabase {
  url: string;
  /** Where documents and secrets are kept; the embedded database may have had to move it. */
  dataDir: string;
  isEmbedded: boolean;
  stop: () => Promise<void>;
}

/** The database this product runs on, at the newest migration: the one it was given, or an embedded one. */
export async function startDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  const database = await connectOrStart(config, log);
  try {
    await prepareDatabase(database.url, log);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Brings a database to the newest migration, with a queue for every job. */
export async function prepareDatabase(url: string, log: Log): Promise<void> {
  await migrate({ url, log });
  await prepareAudit(url);
  await installJobs({ databaseUrl: url, jobs: allJobs, log });
}

async function connectOrStart(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl !== undefined) {
    return { url: config.databaseUrl, dataDir: config.dataDir, isEmbedded: false, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: postgres.url, dataDir: postgres.dataDir, isEmbedded: true, stop: () => postgres.stop() };
}
