import type { Database, Db } from './client.ts';
import { codeOf } from './errors.ts';

/** Deadlock and serialisation failure: the database undid everything, and the same work may well pass now. */
const retried = new Set(['40001', '40P01']);

/** Runs work in one transaction; a deadlock is tried again, twice. */
export async function inTransaction<T>(db: Database, work: (db: Db) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    const code = codeOf(error);
    if (attempt >= 3 || code === undefined || !retried.has(code)) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}
