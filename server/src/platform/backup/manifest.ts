import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { syncFolder } from './files.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const file = z.strictObject({
  /** SHA-256 of the file as stored in the folder. */
  digest,
  byteCount: z.int().min(0),
});

const table = file.extend({
  schema: z.enum(['public', 'pgboss']),
  name: z.string().min(1),
  columns: z.array(z.string()).min(1),
  rowCount: z.int().min(0),
});

/** Contents of a backup. Written last: a folder without it is an unfinished backup. */
const manifest = z.strictObject({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: digest })).min(1),
  tables: z.array(table),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.int() })),
  /** Months with audit rows, each of which needs a partition. */
  auditMonths: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
  /** File listing the documents that rows refer to, one key per line. */
  documents: file.extend({ count: z.int().min(0) }),
  /** Keys of documents that were already missing or damaged when the backup was taken. */
  missingDocuments: z.array(digest),
  /** Shows at a restore whether the session secret is the same; the backup does not contain the secret. */
  secretFingerprint: z.string().nullable(),
});

export type Manifest = z.infer<typeof manifest>;
export type BackedUpTable = Manifest['tables'][number];

/** An error the operator can fix; the message says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const manifestName = 'backup.json';
const digestName = 'backup.json.sha256';
/** Files in the backup's folder. */
export const documentListName = 'documents.txt.gz';
export const tableFileOf = ({ schema, name }: Pick<BackedUpTable, 'schema' | 'name'>) =>
  path.join('tables', `${schema}.${name}.copy.gz`);

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** @returns the digest of the whole backup; stored elsewhere, it reveals any change */
export async function writeManifest(folder: string, content: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifest.parse(content), null, 1)}\n`;
  const whole = digestOf(text);
  await writeFile(path.join(folder, digestName), `${whole}  ${manifestName}\n`, { mode: 0o600, flush: true });
  const written = path.join(folder, `${manifestName}.new`);
  await writeFile(written, text, { mode: 0o600, flush: true });
  await rename(written, path.join(folder, manifestName));
  await syncFolder(folder);
  return whole;
}

/** @throws BackupError if it is missing or altered */
export async function readManifest(folder: string): Promise<Manifest & { digest: string }> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`${folder} holds no finished backup: it has no ${manifestName}.`);
  const kept = await readFile(path.join(folder, digestName), 'utf8').catch(() => '');
  const whole = digestOf(text);
  if (kept.slice(0, 64) !== whole) throw new BackupError(`${manifestName} is not what was written.`);
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupError(`${manifestName} was written by another release, or is no backup.`);
  return { ...parsed.data, digest: whole };
}
