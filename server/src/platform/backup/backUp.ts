import { createHmac } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Client } from 'pg';

import { withClient } from '../db/connection.ts';
import { copyOut } from '../db/copy.ts';
import { StorageError } from '../storage/errors.ts';
import type { DocumentStorage } from '../storage/storage.ts';
import { linesOf, syncFolder, writeBytes, writeLines } from './files.ts';
import { BackupError, documentListName, tableFileOf, writeManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { documentKeysQuery, findTables, nameOf, rowsQuery } from './tables.ts';
import type { Table } from './tables.ts';

export interface BackupOptions {
  databaseUrl: string;
  storage: DocumentStorage;
  /** An empty or missing folder. */
  folder: string;
  /** Null if the command does not know it. */
  sessionSecret: string | null;
}

export interface BackupReport {
  rowCount: number;
  documentCount: number;
  missingDocuments: string[];
  /** Digest of the whole backup. */
  digest: string;
}

/**
 * Backs up the product to a folder while it runs: a consistent snapshot of every table, then the documents that its rows
 * refer to. The bytes of a document are stored before its row and never change, so all documents of the snapshot still
 * exist afterwards.
 * @throws BackupError if the folder is not empty
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { folder, storage } = options;
  await prepareFolder(folder);
  const takenAt = new Date().toISOString();
  const database = await withClient({ url: options.databaseUrl, applicationName: 'careloop-backup' }, (client) =>
    copyDatabase(client, folder),
  );
  const missingDocuments = await copyDocuments(storage, folder);
  const secretFingerprint = options.sessionSecret === null ? null : fingerprintOf(options.sessionSecret);
  const digest = await writeManifest(folder, { format: 1, takenAt, ...database, missingDocuments, secretFingerprint });
  return {
    rowCount: database.tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    documentCount: database.documents.count - missingDocuments.length,
    missingDocuments,
    digest,
  };
}

/** A fingerprint to compare two secrets without revealing them. */
export function fingerprintOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('careloop backup').digest('hex').slice(0, 16);
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty. A backup takes a folder of its own.`);
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 });
  await mkdir(path.join(folder, 'documents'), { mode: 0o700 });
}

/** Oldest migration that can be restored: it created what a restore needs to continue the audit chain. */
const firstRestorable = '202611201930_audit_origin.sql';

type DatabasePart = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'auditMonths' | 'documents'>;

/** Copies all tables in one snapshot, in a format independent of the reader's settings. */
async function copyDatabase(client: Client, folder: string): Promise<DatabasePart> {
  await client.query(`set datestyle = iso; set intervalstyle = postgres; set timezone = utc; set statement_timeout = 0;
    begin isolation level repeatable read read only`);
  const { rows: migrations } = await client
    .query<Manifest['migrations'][number]>('select name, checksum from schema_migration order by name')
    .catch((error: unknown) => {
      throw new BackupError('There is nothing to back up: the database was never migrated.', { cause: error });
    });
  if (!migrations.some(({ name }) => name === firstRestorable)) {
    throw new BackupError('The database was last used by a release without backups. Start this release on it once.');
  }
  const found = await findTables(client);
  await client.query(`lock table ${found.map((table) => nameOf(client, table)).join(', ')} in access share mode`);
  const tables: Manifest['tables'] = [];
  for (const table of found) tables.push(await copyTable(client, folder, table));
  const documents = await listDocuments(client, folder);
  const { rows: months } = await client.query<{ month: string }>(
    `select distinct to_char(occurred_at at time zone 'utc', 'YYYY-MM') as month from audit_event order by 1`,
  );
  const auditMonths = months.map(({ month }) => month);
  // Sequences are not part of the snapshot. Read last, they are at least as high as every copied row.
  const { rows: sequences } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  await client.query('commit');
  return { migrations, tables, sequences, auditMonths, documents };
}

async function copyTable(client: Client, folder: string, table: Table): Promise<Manifest['tables'][number]> {
  const rows = copyOut(client, rowsQuery(client, table));
  const { lineCount, ...written } = await writeLines(path.join(folder, tableFileOf(table)), rows);
  return { ...table, ...written, rowCount: lineCount };
}

async function listDocuments(client: Client, folder: string): Promise<Manifest['documents']> {
  const keys = copyOut(client, await documentKeysQuery(client));
  const { lineCount, ...written } = await writeLines(path.join(folder, documentListName), keys);
  return { ...written, count: lineCount };
}

/** @returns the keys of documents that are missing or damaged */
async function copyDocuments(storage: DocumentStorage, folder: string): Promise<string[]> {
  const missing: string[] = [];
  const parts = new Set<string>();
  for await (const key of linesOf(path.join(folder, documentListName))) {
    const part = path.join(folder, 'documents', key.slice(0, 2));
    if (!parts.has(part)) await mkdir(part, { recursive: true, mode: 0o700 });
    parts.add(part);
    if (!(await copyDocument(storage, key, path.join(part, key)))) missing.push(key);
  }
  for (const part of parts) await syncFolder(part);
  await syncFolder(path.join(folder, 'documents'));
  await syncFolder(path.join(folder, 'tables'));
  return missing;
}

async function copyDocument(storage: DocumentStorage, key: string, target: string): Promise<boolean> {
  try {
    await writeBytes(target, await storage.stream(key));
    return true;
  } catch (error) {
    if (!(error instanceof StorageError) || ['locked', 'unavailable'].includes(error.code)) throw error;
    await rm(target, { force: true });
    return false;
  }
}
