import { createReadStream } from 'node:fs';
import path from 'node:path';

import type { Client } from 'pg';

import { verifyAudit } from '../audit/chain.ts';
import type { AuditVerdict } from '../audit/chain.ts';
import { prepareAudit } from '../audit/partitions.ts';
import { createDatabase } from '../db/client.ts';
import { withClient } from '../db/connection.ts';
import type { Log } from '../db/log.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import type { JobDefinition } from '../jobs/defineJob.ts';
import { installJobs } from '../jobs/install.ts';
import { StorageError } from '../storage/errors.ts';
import type { DocumentStorage } from '../storage/storage.ts';
import { checkBackup, documentFileOf, documentsOf } from './check.ts';
import { loadTables } from './load.ts';
import { BackupError } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { finishRestore } from './finishRestore.ts';
import { findFilledTables } from './tables.ts';

export interface RestoreOptions {
  folder: string;
  /** URL with the database's owner; the database must have no rows. */
  databaseUrl: string;
  storage: DocumentStorage;
  /** Every job of the product; each gets a queue. */
  jobs: readonly JobDefinition[];
  /** Default: this release's migrations. */
  migrationsDir?: string | undefined;
  log: Log;
}

export interface RestoreReport {
  manifest: Manifest;
  rowCount: number;
  /** Documents read back from the storage and verified. */
  documentCount: number;
  audit: AuditVerdict;
}

/**
 * Restores a backup to an empty database and storage, and verifies the result. Rows are loaded in one transaction: a failure
 * leaves only documents behind, which the next attempt reuses.
 * @throws BackupError if the backup is incomplete, the target is not empty, or the verification fails
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { folder, databaseUrl, storage, jobs, migrationsDir, log } = options;
  const manifest = await checkBackup(folder);
  const connection = { url: databaseUrl, applicationName: 'careloop-restore' };
  await withClient(connection, requireEmpty);
  await requireKnownMigrations(manifest, migrationsDir);
  await migrate({ url: databaseUrl, migrationsDir, log, upTo: manifest.migrations.at(-1)?.name });
  await installJobs({ databaseUrl, jobs, log });
  for await (const key of documentsOf(folder, manifest)) {
    await storage.put(createReadStream(path.join(folder, documentFileOf(key))));
  }
  await withClient(connection, (client) => load(client, folder, manifest));
  await migrate({ url: databaseUrl, migrationsDir, log });
  await prepareAudit(databaseUrl);
  const documentCount = await readDocuments(storage, folder, manifest);
  return {
    manifest,
    rowCount: manifest.tables.reduce((sum, table) => sum + table.rowCount, 0),
    documentCount,
    audit: await verify(databaseUrl, log),
  };
}

async function requireEmpty(client: Client): Promise<void> {
  const filled = await findFilledTables(client);
  if (filled.length === 0) return;
  const named = filled.length > 3 ? `${filled[0]} and ${filled.length - 1} other tables` : filled.join(', ');
  throw new BackupError(`The database is not empty: there are rows in ${named}. Nothing was changed.`);
}

/** A backup is loaded into the tables of its own migrations; this release's newer ones are applied afterwards. */
async function requireKnownMigrations(manifest: Manifest, migrationsDir: string | undefined): Promise<void> {
  const known = new Map((await readMigrations(migrationsDir)).map(({ name, checksum }) => [name, checksum]));
  const other = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (other === undefined) return;
  throw new BackupError(
    `The backup has the migration ${other.name}, which this release does not know. Restore it with the release that wrote it, or a newer one.`,
  );
}

async function requireSameMigrations(client: Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration');
  if (rows.length === manifest.migrations.length) return;
  throw new BackupError('The database was already migrated further than the backup. Take one without any table.');
}

async function load(client: Client, folder: string, manifest: Manifest & { digest: string }): Promise<void> {
  await client.query('begin');
  await requireSameMigrations(client, manifest);
  await loadTables(client, folder, manifest);
  await finishRestore(client, manifest);
  await client.query('commit');
  await client.query('analyze');
}

async function readDocuments(storage: DocumentStorage, folder: string, manifest: Manifest): Promise<number> {
  let count = 0;
  for await (const key of documentsOf(folder, manifest)) {
    await storage.get(key).catch((error: unknown) => {
      throw error instanceof StorageError ? new BackupError(error.message, { cause: error }) : error;
    });
    count += 1;
  }
  return count;
}

async function verify(url: string, log: Log): Promise<AuditVerdict> {
  const db = createDatabase({
    url,
    maxConnections: 1,
    applicationName: 'careloop-restore',
    log,
    statementTimeoutMs: 0,
  });
  try {
    return await verifyAudit(db);
  } finally {
    await db.destroy();
  }
}
