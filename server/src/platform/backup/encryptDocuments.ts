import { withClient } from '../db/connection.ts';
import { StorageError } from '../storage/errors.ts';
import type { DocumentStorage } from '../storage/storage.ts';
import { documentKeysQuery } from './tables.ts';

const keysAtOnce = 1_000;

/** Encrypts every document that a row refers to, or rewraps its key with the first master key. Can be repeated. */
export async function encryptDocuments(databaseUrl: string, storage: DocumentStorage) {
  const counts = { encrypted: 0, rewrapped: 0, unchanged: 0 };
  const failed: string[] = [];
  await withClient({ url: databaseUrl, applicationName: 'careloop-encrypt-documents' }, async (client) => {
    const query = `select key from (${await documentKeysQuery(client)}) as k where key > $1 order by key limit ${keysAtOnce}`;
    for (let after = ''; ;) {
      const { rows } = await client.query<{ key: string }>(query, [after]);
      for (const { key } of rows) {
        try {
          counts[await storage.encrypt(key)] += 1;
        } catch (error) {
          if (!(error instanceof StorageError)) throw error;
          failed.push(error.message);
        }
        after = key;
      }
      if (rows.length < keysAtOnce) return;
    }
  });
  return { ...counts, failed };
}
