import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { startS3Server } from '../../../test/s3Server.ts';
import { buildUploader, fileOf, okUpload, pdf } from '../../../test/uploads.ts';
import { backUp } from '../backup/backUp.ts';
import { chooseStorage } from './chooseStorage.ts';
import { removeStrays } from './removeStrays.ts';
import type { DocumentStorage, KeptFile } from './storage.ts';

let app: TestApp;
let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'careloop-strays-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.stop();
  await app.stop();
  await rm(folder, { recursive: true });
});

const begun = Date.now();
let now = begun;
/** Sets how many days have passed for the job. */
const at = (days: number) => void (now = begun + days * 24 * 60 * 60 * 1000);
let mark = 0;
const newBytes = () => Buffer.from(`A file without a row ${(mark += 1)}`);
const keyOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const removeFrom = (storage: DocumentStorage, key: string) =>
  removeStrays({ db: app.db, storage, log: app.deps.log }, { start: key.slice(0, 1), now });
async function filesOf(storage: DocumentStorage, key: string): Promise<KeptFile[]> {
  const files = [];
  for await (const file of storage.list(key)) files.push(file);
  return files;
}
/** A document whose row names this key, once the returned function was called. */
async function openRow(key: string) {
  const { caller, form } = await buildUploader(app);
  const { documents } = await okUpload(caller, { ...form, file: fileOf(pdf(key), 'letter.pdf') });
  const { patientDocumentId = 0 } = documents[0] ?? {};
  const transaction = await app.db.startTransaction().execute();
  await sql`update patient_document set storage_key = ${key} where patient_document_id = ${patientDocumentId}`.execute(
    transaction,
  );
  return () => transaction.commit().execute();
}

describe.each<[string, () => DocumentStorage]>([
  ['a folder', () => chooseStorage({ dataDir: join(folder, 'plain') })],
  [
    'a folder with encryption',
    () => chooseStorage({ dataDir: join(folder, 'sealed'), documentKeys: new Map([['first', randomBytes(32)]]) }),
  ],
  ['a bucket', () => chooseStorage({ dataDir: join(folder, 'bucket'), s3: s3.config })],
])('in %s', (_name, open) => {
  test('a file that no row names is set aside after a day and removed a week later, which is audited', async () => {
    const [storage, bytes] = [open(), newBytes()];
    const key = keyOf(bytes);
    await storage.put(bytes);
    const removals = () =>
      sql`select user_id, details from audit_event where action = 'stray-files.removed'`
        .execute(app.db)
        .then(({ rows }) => rows);
    const before = (await removals()).length;
    at(0.9);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toMatchObject([{ isAside: false }]);
    at(2);
    await removeFrom(storage, key);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toMatchObject([{ key, isAside: true }]);
    expect(await storage.get(key)).toEqual(bytes);
    expect(await removals()).toHaveLength(before);
    at(18);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toEqual([]);
    await expect(storage.get(key)).rejects.toMatchObject({ code: 'missing' });
    const added = (await removals()).slice(before);
    expect(added).toMatchObject([{ user_id: null, details: { by: 'job', count: 1 } }]);
  });

  test('a file stays that a row names, also one that is not committed when the rows are searched', async () => {
    const [storage, bytes] = [open(), newBytes()];
    const key = keyOf(bytes);
    await storage.put(bytes);
    at(2);
    // The same bytes are stored again, and their row is written but not committed.
    await storage.put(bytes);
    const commit = await openRow(key);
    await removeFrom(storage, key);
    await commit();
    expect(await storage.get(key)).toEqual(bytes);
    const backup = {
      databaseUrl: app.databaseUrl,
      storage,
      folder: join(folder, `backup-${key}`),
      sessionSecret: null,
    };
    expect((await backUp(backup)).missingDocuments).not.toContain(key);
    at(18);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toMatchObject([{ key, isAside: false }]);
    at(50);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toMatchObject([{ key, isAside: false }]);
    expect(await storage.get(key)).toEqual(bytes);
  });

  test('bytes that are stored again while their file is aside are stored anew, and the other file goes', async () => {
    const [storage, bytes] = [open(), newBytes()];
    const key = keyOf(bytes);
    await storage.put(bytes);
    at(2);
    await removeFrom(storage, key);
    await storage.put(bytes);
    await (
      await openRow(key)
    )();
    expect(await filesOf(storage, key)).toHaveLength(2);
    at(3);
    await removeFrom(storage, key);
    expect(await filesOf(storage, key)).toMatchObject([{ key, isAside: false }]);
    expect(await storage.get(key)).toEqual(bytes);
  });
});

test('files of others in the folder stay', async () => {
  const documents = join(folder, 'shared', 'documents');
  const key = keyOf(newBytes());
  await mkdir(join(documents, key.slice(0, 2)), { recursive: true });
  const names = ['notes.txt', `${key}.pdf`, key.slice(0, 40), key];
  for (const name of names) await writeFile(join(documents, key.slice(0, 2), name), 'x');
  const storage = chooseStorage({ dataDir: join(folder, 'shared') });
  at(2);
  await removeFrom(storage, key);
  at(30);
  await removeFrom(storage, key);
  expect((await readdir(join(documents, key.slice(0, 2)))).toSorted()).toEqual(names.slice(0, 3).toSorted());
});

test('if most of many files have no row, all of them stay', async () => {
  const dataDir = join(folder, 'wrong');
  const storage = chooseStorage({ dataDir });
  await mkdir(join(dataDir, 'documents', 'aa'), { recursive: true });
  const names = Array.from({ length: 101 }, () => `aa${randomBytes(31).toString('hex')}`);
  for (const name of names) await writeFile(join(dataDir, 'documents', 'aa', name), 'x');
  at(2);
  await removeFrom(storage, 'aa');
  expect((await readdir(join(dataDir, 'documents', 'aa'))).toSorted()).toEqual(names.toSorted());
  expect(loggedLines.at(-1)).toContain('"count":101');
});
