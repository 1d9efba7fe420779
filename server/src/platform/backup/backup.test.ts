import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { fillDemo } from '@careloop/demo/fillDemo';
import { getPatientInfo } from '@careloop/contracts/patients';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { verifyAudit } from '../audit/chain.ts';
import { createDatabase } from '../db/client.ts';
import { withClient } from '../db/connection.ts';
import { silentLog } from '../db/log.ts';
import { localStorage } from '../storage/local.ts';
import { parseMasterKeys } from '../../config/masterKeys.ts';
import { encryptDocuments } from './encryptDocuments.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import type { Manifest } from './manifest.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { buildCoordinator, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sealAll } from '../../../test/sealing.ts';
import type { TestApp } from '../../../test/harness.ts';
import { backUp } from './backUp.ts';
import { checkBackup } from './check.ts';
import { jobsOf } from '../../core/feature.ts';
import { features } from '../../features/index.ts';
import { restore as restoreBackup } from './restore.ts';
import type { RestoreOptions } from './restore.ts';
import { findTables } from './tables.ts';

// A restore can take seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let app: TestApp;
let folder: string;
let number = 0;
/** Backup of the initial state, shared by tests that do not change it. */
let backup: Awaited<ReturnType<typeof takeBackup>>;
const targets: TestDatabase[] = [];

const restore = (options: Omit<RestoreOptions, 'jobs'>) => restoreBackup({ ...options, jobs: jobsOf(features) });

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-backup-'));
  await fillDemo({ db: app.db, storage: app.deps.storage });
  await look();
  backup = await takeBackup();
});
afterAll(async () => {
  await app.stop();
  for (const target of targets) await target.drop();
  await rm(folder, { recursive: true });
});

/** Adds audit rows, of which all but the last are sealed. */
async function look(): Promise<void> {
  const user = await buildCoordinator(app.db);
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  const caller = await app.as(user);
  for (let times = 0; times < 5; times += 1) await caller.ok(getPatientInfo, { patientId: patient.patientId });
  await sealAll(app.db);
  await caller.ok(getPatientInfo, { patientId: patient.patientId });
}

const secret = 'the secret of the installation, kept elsewhere';

async function takeBackup() {
  const to = path.join(folder, `backup-${(number += 1)}`);
  const { databaseUrl, deps } = app;
  return { to, ...(await backUp({ databaseUrl, storage: deps.storage, folder: to, sessionSecret: secret })) };
}

/** Master keys with these ids. */
const keysOf = (...ids: string[]) =>
  parseMasterKeys(ids.map((id) => `${id}:${Buffer.alloc(32, id).toString('base64')}`).join());

/** An empty machine with document encryption. */
async function emptyMachine() {
  const database = await createEmptyDatabase();
  targets.push(database);
  const documents = path.join(folder, `documents-${(number += 1)}`);
  return { databaseUrl: database.url, documents, storage: localStorage(documents, keysOf('former')) };
}

/** A digest of the contents of each table. */
function contentsOf(url: string): Promise<Map<string, string>> {
  return withClient({ url, applicationName: 'test' }, async (client) => {
    const contents = new Map<string, string>();
    for (const { schema, name, columns } of await findTables(client)) {
      const row = columns.map((column) => `t."${column}"::text`).join(', ');
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(r, E'\n' order by r)), '') as digest
         from (select (${row})::text as r from ${schema}."${name}" t) as rows`,
      );
      contents.set(`${schema}.${name}`, rows[0]?.digest ?? '');
    }
    return contents;
  });
}

function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  return withClient({ url, applicationName: 'test' }, async (client) => (await client.query<Row>(query)).rows);
}

describe('a restore on an empty machine', () => {
  let machine: Awaited<ReturnType<typeof emptyMachine>>;
  let report: Awaited<ReturnType<typeof restore>>;
  beforeAll(async () => {
    machine = await emptyMachine();
    report = await restore({ folder: backup.to, ...machine, log: silentLog });
  });

  test('restores every row unchanged, and every document', async () => {
    const [before, after] = [await contentsOf(app.databaseUrl), await contentsOf(machine.databaseUrl)];
    // Sessions were ended, and the audit contains the restore.
    const changed = ['public.user_session', 'public.audit_event'];
    for (const table of changed) expect(after.get(table)).not.toBe(before.get(table));
    for (const table of changed) before.set(table, after.get(table) ?? '');
    expect(after).toEqual(before);
    expect(report).toMatchObject({ rowCount: backup.rowCount, documentCount: backup.documentCount });
    expect(report.documentCount).toBeGreaterThan(0);
    const [first] = await ask<{ key: string }>(machine.databaseUrl, 'select storage_key as key from patient_document');
    await machine.storage.get(first?.key ?? '');
    const packets = 'select packet_storage_key as key from delivery where packet_storage_key is not null limit 1';
    const [packet] = await ask<{ key: string }>(machine.databaseUrl, packets);
    await machine.storage.get(packet?.key ?? '');
  });

  test('encrypts documents, which can be rewrapped', async () => {
    const { documents, databaseUrl } = machine;
    const count = report.documentCount;
    const changing = localStorage(documents, keysOf('next', 'former'));
    expect(await encryptDocuments(databaseUrl, changing)).toEqual({
      encrypted: 0,
      rewrapped: count,
      unchanged: 0,
      failed: [],
    });
    expect(await encryptDocuments(databaseUrl, changing)).toMatchObject({ rewrapped: 0, unchanged: count });
    const lost = path.join(folder, `backup-${(number += 1)}`);
    const without = { databaseUrl, storage: localStorage(documents), folder: lost, sessionSecret: secret };
    await expect(backUp(without)).rejects.toMatchObject({ code: 'locked' });
    machine.storage = localStorage(documents, keysOf('next'));
  });

  test('continues the sequences after the copied rows', async () => {
    const query = `select sequencename as name, last_value as value from pg_sequences
      where schemaname = 'public' and sequencename <> 'audit_event_audit_event_id_seq' order by 1`;
    expect(await ask(machine.databaseUrl, query)).toEqual(await ask(app.databaseUrl, query));
  });

  test('has the same tables, keys and triggers as a database that was never restored', async () => {
    // Without partitions: a restore adds those of past months with rows, which the first days of a month have in the demo.
    const query = `
      select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(o.oid) as text from pg_constraint o
        join pg_class t on t.oid = conrelid and not t.relispartition
        where connamespace = 'public'::regnamespace and conparentid = 0
      union all select tgrelid::regclass::text, tgname::text, tgenabled::text from pg_trigger
        join pg_class t on t.oid = tgrelid and not t.relispartition
        where not tgisinternal and tgparentid = 0 order by 1, 2`;
    expect(await ask(machine.databaseUrl, query)).toEqual(await ask(app.databaseUrl, query));
    const db = createDatabase({ url: machine.databaseUrl, maxConnections: 1, applicationName: 'test', log: silentLog });
    for (const table of ['audit_event', 'audit_chain', 'audit_origin'] as const) {
      await expect(db.deleteFrom(table).execute()).rejects.toMatchObject({ code: '42501' });
    }
    await db.destroy();
  });

  test('leaves nobody signed in', async () => {
    expect(await ask(app.databaseUrl, 'select from session_token')).not.toEqual([]);
    expect(await ask(machine.databaseUrl, 'select from session_token')).toEqual([]);
    expect(await ask(machine.databaseUrl, 'select from user_session where ended_at is null')).toEqual([]);
  });

  test('continues the audit chain with unsealed rows, the restore, and later rows', async () => {
    expect(report.audit).toMatchObject({ isIntact: true });
    const db = createDatabase({ url: machine.databaseUrl, maxConnections: 2, applicationName: 'test', log: silentLog });
    await db.insertInto('audit_event').values({ kind: 'security', action: 'session.started', outcome: 'ok' }).execute();
    await sealAll(db);
    const [{ count } = { count: 0 }] = await ask<{ count: number }>(
      machine.databaseUrl,
      'select count(*) as count from audit_event',
    );
    expect(await verifyAudit(db)).toEqual({ isIntact: true, sealed: count });
    const { details } = await db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'data.restored')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ digest: backup.digest });
    await db.destroy();
  });

  test('also works on a migrated database that only contains initial rows, and by a later release', async () => {
    const migrationsDir = path.join(folder, 'migrations');
    await cp(new URL('../../../migrations', import.meta.url), migrationsDir, { recursive: true });
    const later = 'alter table patient add column nickname text; update patient set nickname = first_name;';
    await writeFile(path.join(migrationsDir, '209901010000_nicknames.sql'), later);
    const prepared = await createTestDatabase();
    targets.push(prepared);
    const storage = localStorage(path.join(folder, 'prepared'));
    await restore({ folder: backup.to, databaseUrl: prepared.url, storage, migrationsDir, log: silentLog });
    const without = 'select from patient where nickname is distinct from first_name';
    expect(await ask(prepared.url, without)).toEqual([]);
    const patients = "select (to_jsonb(p) - 'nickname')::text as row from patient p order by patient_id";
    expect(await ask(prepared.url, patients)).toEqual(await ask(machine.databaseUrl, patients));
  });

  test('can be backed up unencrypted, and restored in turn with no more rights than the database owner’s', async () => {
    const again = path.join(folder, 'again');
    const taken = await backUp({ ...machine, folder: again, sessionSecret: secret });
    expect(taken).toMatchObject({ documentCount: report.documentCount, missingDocuments: [] });
    const owned = await createEmptyDatabase();
    targets.push(owned);
    const url = new URL(owned.url);
    const [name, role] = [url.pathname.slice(1), `owner_of_${url.pathname.slice(1)}`];
    await ask(
      owned.url,
      `create role ${role} login password 'owner'; alter database ${name} owner to ${role}; alter schema public owner to ${role}`,
    );
    [url.username, url.password] = [role, 'owner'];
    const storage = localStorage(path.join(folder, 'owned'));
    const restored = await restore({ folder: again, databaseUrl: url.href, storage, log: silentLog });
    expect(restored).toMatchObject({
      rowCount: taken.rowCount,
      documentCount: report.documentCount,
      audit: { isIntact: true },
    });
    await backUp({ databaseUrl: url.href, storage, folder: path.join(folder, 'of-the-owner'), sessionSecret: null });
  });

  test('is refused on a database with data, and changes nothing', async () => {
    const before = await contentsOf(machine.databaseUrl);
    await expect(restore({ folder: backup.to, ...machine, log: silentLog })).rejects.toThrow(
      /^The database is not empty: there are rows in \w+ and \d+ other tables\. Nothing was changed\.$/,
    );
    expect(await contentsOf(machine.databaseUrl)).toEqual(before);
  });
});

test('a backup is only readable by its owner, and contains no secret', async () => {
  const { to } = backup;
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(path.join(entry.parentPath, entry.name));
    expect(mode & 0o077).toBe(0);
  }
  const names = await readdir(path.join(to, 'tables'));
  expect(names).toContain('public.patient.copy.gz');
  for (const table of ['session_token', 'sign_in_challenge', 'password_reset', 'single_sign_on_attempt']) {
    expect(names).not.toContain(`public.${table}.copy.gz`);
  }
  expect(await readFile(path.join(to, 'backup.json'), 'utf8')).not.toContain(secret);
});

test('a backup does not overwrite anything', async () => {
  const { to } = backup;
  const options = { databaseUrl: app.databaseUrl, storage: app.deps.storage, folder: to, sessionSecret: null };
  await expect(backUp(options)).rejects.toThrow(`${to} is not empty`);
});

test('a database without any table has nothing to back up', async () => {
  const machine = await emptyMachine();
  await expect(backUp({ ...machine, folder: path.join(folder, 'nothing'), sessionSecret: null })).rejects.toThrow(
    'There is nothing to back up',
  );
});

type Migrations = Manifest['migrations'];
const migration = (name: string) => ({ name, checksum: '0'.repeat(64) });

describe('an altered backup', () => {
  let to: string;
  let machine: Awaited<ReturnType<typeof emptyMachine>>;
  beforeAll(async () => {
    machine = await emptyMachine();
    to = path.join(folder, `altered-${(number += 1)}`);
    await cp(backup.to, to, { recursive: true });
  });
  afterEach(async () => {
    for (const name of [patients, documentList, ...manifests]) await cp(path.join(backup.to, name), at(name));
    const document = await someDocument();
    await cp(path.join(backup.to, document), at(document));
  });

  const someDocument = async () => {
    const [key = ''] = gunzipSync(await readFile(at(documentList)))
      .toString()
      .split('\n');
    return path.join('documents', key.slice(0, 2), key);
  };
  const patients = path.join('tables', 'public.patient.copy.gz');
  const documentList = 'documents.txt.gz';
  const manifests = ['backup.json', 'backup.json.sha256'];
  const at = (name: string) => path.join(to, name);

  test.each([
    ['whose rows were altered', () => alterRows(), () => `${patients} is not what was written`],
    ['with a table that is cut short', () => truncate(at(patients), 100), () => `${patients} is not what was written`],
    ['without a table', () => rm(at(patients)), () => `${patients} is missing`],
    ['with an altered document', async () => writeFile(at(await someDocument()), 'x'), someDocument],
    ['without a document', async () => rm(at(await someDocument())), someDocument],
    ['without the list of documents', () => rm(at(documentList)), () => `${documentList} is missing`],
    ['with an altered manifest', () => appendFile(at('backup.json'), ' '), () => 'backup.json is not what was written'],
    ['that was not finished', () => rm(at('backup.json')), () => 'holds no finished backup'],
  ])('%s is named before anything is changed', async (_name, alter, expected) => {
    const named = await expected();
    await alter();
    await expect(checkBackup(to)).rejects.toThrow(named);
    await expect(restore({ folder: to, ...machine, log: silentLog })).rejects.toThrow(named);
    expect(await ask(machine.databaseUrl, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  test('is whole again once the alteration is undone', () =>
    expect(checkBackup(to)).resolves.toMatchObject({ digest: backup.digest }));

  async function alterRows(): Promise<void> {
    const rows = gunzipSync(await readFile(at(patients))).toString();
    await writeFile(at(patients), gzipSync(rows.replaceAll('\tF\t', '\tM\t')));
  }

  test.each([
    [
      'a later release',
      (own: Migrations) => [...own, migration('209901010000_of_a_later_release.sql')],
      'The backup has the migration 209901010000_of_a_later_release.sql, which this release does not know',
    ],
    [
      'an earlier build',
      () => [migration('202611201200_foundation.sql')],
      'This backup was made by an earlier build of Careloop; only that build can restore it.',
    ],
  ])('from %s is not loaded', async (_name, change, expected) => {
    const manifest = JSON.parse(await readFile(at('backup.json'), 'utf8')) as Manifest;
    const text = JSON.stringify({ ...manifest, migrations: change(manifest.migrations) });
    await writeFile(at('backup.json'), text);
    await writeFile(at('backup.json.sha256'), createHash('sha256').update(text).digest('hex'));
    await expect(restore({ folder: to, ...machine, log: silentLog })).rejects.toThrow(expected);
  });
});

describe('a damaged installation', () => {
  let job: { id: string } | undefined;
  let [missing, damaged] = ['', ''];
  let altered: { sequence: number; audit_event_id: number };
  let taken: Awaited<ReturnType<typeof takeBackup>>;
  let machine: Awaited<ReturnType<typeof emptyMachine>>;
  let report: Awaited<ReturnType<typeof restore>>;

  const pathOf = (key: string) => path.join(app.deps.config.dataDir, 'documents', key.slice(0, 2), key);
  const addJobs = async () => {
    const ours = `insert into pgboss.job (name, data) select name, '{}' from pgboss.queue order by name desc limit 1 returning id`;
    [job] = await ask<{ id: string }>(app.databaseUrl, ours);
    await ask(
      app.databaseUrl,
      `insert into pgboss.queue select (jsonb_populate_record(q, '{"name": "__pgboss__send-it"}')).* from pgboss.queue q limit 1`,
    );
    await ask(app.databaseUrl, `insert into pgboss.job (name, data) values ('__pgboss__send-it', '{}')`);
  };
  const damageDocuments = async () => {
    const query = 'select distinct storage_key as key from patient_document order by 1 limit 2';
    [missing = '', damaged = ''] = (await ask<{ key: string }>(app.databaseUrl, query)).map(({ key }) => key);
    await rm(pathOf(missing));
    await appendFile(pathOf(damaged), 'x');
  };
  const alterAudit = async () => {
    altered = await app.db
      .selectFrom('audit_chain')
      .select(['sequence', 'audit_event_id'])
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow();
    await ask(
      app.databaseUrl,
      `set session_replication_role = replica;
       update audit_event set patient_id = patient_id + 1 where audit_event_id = ${altered.audit_event_id}`,
    );
  };

  // Must be the last block of the file, because it does not repair what it damages.
  beforeAll(async () => {
    await addJobs();
    await damageDocuments();
    await alterAudit();
    taken = await takeBackup();
    machine = await emptyMachine();
    report = await restore({ folder: taken.to, ...machine, log: silentLog });
  });

  test('is backed up without the job queue’s internal rows, but with the product’s jobs', async () => {
    expect(await ask(machine.databaseUrl, 'select id from pgboss.job')).toEqual([job]);
  });

  test('is backed up with a report of missing and damaged documents, and with all others', () => {
    expect(taken.missingDocuments).toEqual([missing, damaged]);
    expect(report.manifest.missingDocuments).toEqual([missing, damaged]);
    expect(report.documentCount).toBe(taken.documentCount);
  });

  test('is restored with a report of the altered audit row', () => {
    expect(report.audit).toEqual({
      isIntact: false,
      sequence: altered.sequence,
      auditEventId: altered.audit_event_id,
      problem: 'altered',
    });
  });
});
