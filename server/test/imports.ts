import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';

import { createDatabase } from '../src/platform/db/client.ts';
import { silentLog } from '../src/platform/db/log.ts';
import { importFiles } from '../src/features/interop/importFiles.ts';
import { chooseStorage } from '../src/platform/storage/chooseStorage.ts';
import { createTestDatabase } from './database.ts';
import { FileFolder } from './fhirFiles.ts';

import type { Database } from '../src/platform/db/client.ts';
import type { ImportOptions } from '../src/features/interop/importFiles.ts';
import type { Counts, ImportReport, Kind } from '../src/features/interop/report.ts';
import type { DocumentStorage } from '../src/platform/storage/storage.ts';

/** A database, a document folder and a client for import tests. */
export interface ImportBench {
  db: Database;
  databaseUrl: string;
  storage: DocumentStorage;
  clientId: number;
  otherClientId: number;
  files: FileFolder;
  /** Imports files and folders by their paths. */
  import(paths: string | string[], options?: Partial<ImportOptions>): Promise<ImportReport>;
  /** Imports one file with this content. */
  importContent(content: unknown, options?: Partial<ImportOptions>): Promise<ImportReport>;
  rows<Row>(query: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The bench of a test file: filled before its tests, and taken down after them. */
export function importBench(): ImportBench {
  const bench = {} as ImportBench;
  beforeAll(async () => {
    Object.assign(bench, await startImportBench());
  });
  afterAll(() => bench.stop());
  return bench;
}

/** Imports one file with this content into a client of a running app. */
export async function importInto(
  target: Pick<ImportOptions, 'db' | 'storage' | 'clientId'>,
  content: unknown,
): Promise<void> {
  const files = await FileFolder.create();
  await importFiles({ ...target, sender: 'fhir', paths: [await files.write(content)] });
  await files.remove();
}

export async function startImportBench(): Promise<ImportBench> {
  const database = await createTestDatabase();
  const db = createDatabase({ url: database.url, maxConnections: 3, applicationName: 'test', log: silentLog });
  const documents = await mkdtemp(path.join(tmpdir(), 'careloop-documents-'));
  const files = await FileFolder.create();
  const [clientId, otherClientId] = await addClients(db);
  const storage = chooseStorage({ dataDir: documents });
  const run = (paths: string | string[], options: Partial<ImportOptions> = {}) =>
    importFiles({ db, storage, clientId, sender: 'fhir', paths: [paths].flat(), ...options });
  return {
    db,
    databaseUrl: database.url,
    storage,
    clientId,
    otherClientId,
    files,
    import: run,
    importContent: async (content, options) => run(await files.write(content), options),
    rows: async <Row>(query: string) => (await sql.raw<Row>(query).execute(db)).rows,
    async stop() {
      await db.destroy();
      await database.drop();
      await files.remove();
      await rm(documents, { recursive: true, force: true });
    },
  };
}

async function addClients(db: Database): Promise<[number, number]> {
  const { client_organization_id: organizationId } = await db
    .insertInto('client_organization')
    .values({ name: 'Test organization' })
    .returning('client_organization_id')
    .executeTakeFirstOrThrow();
  const clients = await db
    .insertInto('client')
    .values(
      ['First client', 'Second client'].map((name) => ({ client_organization_id: organizationId, display_name: name })),
    )
    .returning('client_id')
    .execute();
  const [first, second] = clients.map(({ client_id: id }) => id);
  if (first === undefined || second === undefined) throw new Error('No clients');
  return [first, second];
}

/** Non-zero counts of a kind. */
export function countsOf(report: ImportReport, kind: Kind): Partial<Counts> {
  const counts = Object.entries(report.counts.get(kind) ?? {}).filter(([, howMany]) => howMany > 0);
  return Object.fromEntries(counts);
}

/** Reasons of rejected records, each as `Type id: reason`. */
export function reasonsOf(report: ImportReport): string[] {
  return report.problems.map(({ type, id, reason }) => `${[type, id].filter(Boolean).join(' ')}: ${reason}`);
}
