import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { ensureAppRole } from './appRole.ts';
import { withClient } from './connection.ts';

import type { ClientBase } from 'pg';
import type { Log } from './log.ts';

/** Advisory lock key; an arbitrary number that no other product on the server is likely to use. */
const MIGRATION_LOCK = 7_305_114_903;

const fileName = /^\d{12}_[a-z0-9_]+\.sql$/;

export interface MigrateOptions {
  /** URL with a user who owns the database or may create objects in it. */
  url: string;
  /** Default: server/migrations. */
  migrationsDir?: string | undefined;
  /** Name of the last file to apply; default: all. */
  upTo?: string | undefined;
  log: Log;
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The files do not match the database, or a file failed; the message names the file and says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies all pending migrations: plain SQL files in the order of their names, each in its own transaction. A concurrent
 * second process waits for the first.
 * @returns names of the files just applied
 * @throws MigrationError if an applied file was changed or is missing, or a file fails
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir);
  return await withClient({ url: options.url, applicationName: 'careloop-migrate' }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await createLedger(client);
    const pending = findPending(migrations, await readLedger(client)).filter(
      ({ name }) => options.upTo === undefined || name <= options.upTo,
    );
    await ensureAppRole(client, options.log);
    for (const migration of pending) await apply(client, migration, options.log);
    return pending.map(({ name }) => name);
  });
}

function defaultMigrationsDir(): string {
  return path.join(import.meta.dirname, '..', '..', '..', 'migrations');
}

/** This release's migrations, in order. */
export async function readMigrations(directory = defaultMigrationsDir()): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  const misnamed = files.find((file) => !fileName.test(file));
  if (misnamed !== undefined) throw new MigrationError(`${misnamed} is not named YYYYMMDDHHMM_name.sql`);
  return await Promise.all(
    files.map(async (name) => {
      const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function createLedger(client: ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
}

async function readLedger(client: ClientBase): Promise<Map<string, string>> {
  const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
  return new Map(applied.rows.map(({ name, checksum }) => [name, checksum]));
}

function findPending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const missing = [...applied.keys()].toSorted().find((name) => !known.has(name));
  if (missing !== undefined) {
    throw new MigrationError(
      `The database has the migration ${missing}, which this release does not know. ` +
        'Was it migrated by a newer release? Start that one, or restore the database from before.',
    );
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed !== undefined) {
    throw new MigrationError(
      `The migration ${changed.name} was changed after it was applied to this database. ` +
        'Put the file back as it was and make the change in a new migration.',
    );
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  refuseLateArrival(pending, [...applied.keys()].toSorted().at(-1));
  return pending;
}

/** Refuses a file that sorts before an applied one: a new database would apply them in a different order. */
function refuseLateArrival(pending: Migration[], lastApplied: string | undefined): void {
  const late = pending.find(({ name }) => lastApplied !== undefined && name < lastApplied);
  if (late === undefined) return;
  throw new MigrationError(
    `The migration ${late.name} sorts before ${lastApplied}, which is already applied. Give it a later time in its name.`,
  );
}

async function apply(client: ClientBase, migration: Migration, log: Log): Promise<void> {
  const startedAt = performance.now();
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new MigrationError(
      `The migration ${migration.name} failed${placeOf(error, migration.sql)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  log.info({ migration: migration.name, ms: Math.round(performance.now() - startedAt) }, 'Migrated');
}

function placeOf(error: unknown, sql: string): string {
  const { position } = error as { position?: string };
  if (position === undefined) return '';
  const line = sql.slice(0, Number(position)).split('\n').length;
  return ` at line ${line}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
