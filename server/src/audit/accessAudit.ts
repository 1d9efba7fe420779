import type { Db } from '../db/client.ts';
import { batch } from '../db/batch.ts';
import { insertAccessEntries } from './record.ts';
import type { AccessEntry } from './record.ts';

export interface AccessAudit {
  /** Resolves when the entry is in the database: an answer leaves only after its audit row is kept. */
  write(entry: AccessEntry): Promise<void>;
}

/** The access audit: entries of requests that run at the same time share one INSERT. */
export function createAccessAudit(db: Db): AccessAudit {
  const write = batch(async (entries: readonly AccessEntry[]) => {
    await insertAccessEntries(db, entries);
    return entries.map(() => undefined);
  });
  return { write };
}
