import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from './client.ts';
import { codeOf } from './errors.ts';
import { lastWords } from './preparingPool.ts';

/** Deadlock and serialisation failure: the database undid everything, and the same work may well pass now. */
const retried = new Set(['40001', '40P01']);

/**
 * Rows that many transactions write besides their own work: audit rows, notifications, stored answers. They are collected
 * and written as one statement right before the commit, so that no kind costs a transaction a round trip of its own.
 */
export interface BatchedWrite<Item> {
  /** Its name in the statement. */
  name: string;
  /** Writes the items of one transaction, in their order. The text must not depend on how many there are: it is prepared once. */
  write: (items: readonly Item[]) => RawBuilder<unknown>;
}

type Pending = Map<BatchedWrite<never>, unknown[]>;

/** What the open transactions have collected so far. */
const pendingWrites = new WeakMap<Db, Pending>();

/** Runs work in one transaction; after a deadlock it is tried again, twice. */
export async function inTransaction<T>(db: Database, work: (db: Db) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction().execute((transaction) => runInTransaction(transaction, work, lastWords));
  } catch (error) {
    const code = codeOf(error);
    if (attempt >= 3 || code === undefined || !retried.has(code)) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}

/**
 * Runs work in a transaction that the caller began and will end, and writes at its end what beforeCommit() collected.
 * @param mark `lastWords` where the commit is to travel with that statement
 */
export async function runInTransaction<T>(transaction: Db, work: (db: Db) => Promise<T>, mark = ''): Promise<T> {
  const pending: Pending = new Map();
  pendingWrites.set(transaction, pending);
  const result = await work(transaction);
  pendingWrites.delete(transaction);
  await writeAll(transaction, pending, mark);
  return result;
}

/** Writes the items when the transaction is about to commit; at once where `db` is not a transaction of inTransaction(). */
export async function beforeCommit<Item>(db: Db, kind: BatchedWrite<Item>, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const pending = pendingWrites.get(db);
  if (pending === undefined) await writeAll(db, new Map([[kind, [...items]]]));
  else pending.set(kind, [...(pending.get(kind) ?? []), ...items]);
}

async function writeAll(db: Db, pending: Pending, mark = ''): Promise<void> {
  if (pending.size === 0) return;
  // In one order, so that the same kinds make the same text, which is prepared once.
  const kinds = [...pending].toSorted(([one], [other]) => (one.name < other.name ? -1 : 1));
  const parts = kinds.map(
    ([{ name, write }, items]) => sql`${sql.ref(name)} as materialized (${write(items as never[])})`,
  );
  // Each is asked for a count: a part that only calls functions would not run otherwise.
  const counts = kinds.map(([{ name }]) => sql`(select count(*) from ${sql.ref(name)})`);
  await sql`with ${sql.join(parts)} select ${sql.join(counts, sql` + `)}${sql.raw(mark)}`.execute(db);
}
