import path from 'node:path';

import { digestOfFile, linesOf } from './files.ts';
import { BackupError, documentListName, readManifest, tableFileOf } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** Maximum names in a message; the rest is only counted. */
const namedAtMost = 20;

/**
 * Reads a whole backup and verifies the digest of every file and document.
 * @throws BackupError naming each missing or altered file
 */
export async function checkBackup(folder: string): Promise<Manifest & { digest: string }> {
  const manifest = await readManifest(folder);
  const problems: string[] = [];
  const check = async (name: string, digest: string) => {
    const found = await digestOfFile(path.join(folder, name));
    if (found === null) problems.push(`${name} is missing`);
    else if (found !== digest) problems.push(`${name} is not what was written`);
    return found === digest;
  };
  for (const table of manifest.tables) await check(tableFileOf(table), table.digest);
  if (await check(documentListName, manifest.documents.digest)) {
    for await (const key of documentsOf(folder, manifest)) await check(documentFileOf(key), key);
  }
  if (problems.length === 0) return manifest;
  const rest = problems.length - namedAtMost;
  const named = problems.slice(0, namedAtMost).join('\n');
  throw new BackupError(`The backup in ${folder} is not whole:\n${named}${rest > 0 ? `\nand ${rest} more` : ''}`);
}

export const documentFileOf = (key: string) => path.join('documents', key.slice(0, 2), key);

/** Keys of the documents in the backup. */
export async function* documentsOf(folder: string, manifest: Manifest): AsyncGenerator<string> {
  const missing = new Set(manifest.missingDocuments);
  for await (const key of linesOf(path.join(folder, documentListName))) if (!missing.has(key)) yield key;
}
