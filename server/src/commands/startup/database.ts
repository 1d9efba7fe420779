import type { Config } from '../../config/config.ts';
import type { Log } from '../../platform/db/log.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { prepareAudit } from '../../platform/audit/partitions.ts';
import { installJobs } from '../../platform/jobs/install.ts';
import { features } from '../../features/index.ts';
import { jobsOf } from '../../core/feature.ts';

export interface RunningDatabase {
  url: string;
  /** Folder of documents and secrets; the embedded database may have had to move it. */
  dataDir: string;
  isEmbedded: boolean;
  stop: () => Promise<void>;
}

/** Opens and migrates the database: the configured one, otherwise an embedded one. */
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

/** Migrates a database and creates a queue for every job. */
export async function prepareDatabase(url: string, log: Log): Promise<void> {
  await migrate({ url, log });
  await prepareAudit(url);
  await installJobs({ databaseUrl: url, jobs: jobsOf(features), log });
}

async function connectOrStart(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl !== undefined) {
    return { url: config.databaseUrl, dataDir: config.dataDir, isEmbedded: false, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url: postgres.url, dataDir: postgres.dataDir, isEmbedded: true, stop: () => postgres.stop() };
}
