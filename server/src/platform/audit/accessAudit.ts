import type { Db } from '../db/client.ts';
import { batch } from '../db/batch.ts';
import { insertAccessEntries } from './record.ts';
import type { AccessEntry } from './record.ts';

export interface AccessAudit {
  /** Resolves once the entry is in the database; a response is only sent after that. */
  write(entry: AccessEntry): Promise<void>;
}

/** Creates the access audit. Entries of concurrent requests share one INSERT. */
export function createAccessAudit(db: Db): AccessAudit {
  const write = batch(async (entries: readonly AccessEntry[]) => {
    await insertAccessEntries(db, entries);
    return entries.map(() => undefined);
  });
  return { write };
}
