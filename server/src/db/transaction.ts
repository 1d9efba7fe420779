import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from './client.ts';
import { codeOf } from './errors.ts';
import { commitWith } from './driver.ts';

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
    return await inTransactionOnce(db, work);
  } catch (error) {
    const code = codeOf(error);
    if (attempt >= 3 || code === undefined || !retried.has(code)) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}

/** The same without another attempt, for work that must not be repeated: sending a message, for instance. */
export async function inTransactionOnce<T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (transaction) => {
    const { result, statement } = await runAndCollect(transaction, work);
    if (statement !== undefined) await commitWith(transaction, statement);
    return result;
  });
}

/** Runs work in a transaction that the caller began and will end, and writes at its end what beforeCommit() collected. */
export async function runInTransaction<T>(transaction: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { result, statement } = await runAndCollect(transaction, work);
  await statement?.execute(transaction);
  return result;
}

async function runAndCollect<T>(transaction: Db, work: (db: Db) => Promise<T>) {
  const pending: Pending = new Map();
  pendingWrites.set(transaction, pending);
  const result = await work(transaction);
  pendingWrites.delete(transaction);
  return { result, statement: pending.size === 0 ? undefined : statementOf(pending) };
}

/** Writes the items when the transaction is about to commit; at once where `db` is not a transaction of inTransaction(). */
export async function beforeCommit<Item>(db: Db, kind: BatchedWrite<Item>, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const pending = pendingWrites.get(db);
  if (pending === undefined) await statementOf(new Map([[kind, [...items]]])).execute(db);
  else pending.set(kind, [...(pending.get(kind) ?? []), ...items]);
}

function statementOf(pending: Pending): RawBuilder<unknown> {
  // In one order, so that the same kinds make the same text, which is prepared once.
  const kinds = [...pending].toSorted(([one], [other]) => (one.name < other.name ? -1 : 1));
  const parts = kinds.map(
    ([{ name, write }, items]) => sql`${sql.ref(name)} as materialized (${write(items as never[])})`,
  );
  // Each is asked for a count: a part that only calls functions would not run otherwise.
  const counts = kinds.map(([{ name }]) => sql`(select count(*) from ${sql.ref(name)})`);
  return sql`with ${sql.join(parts)} select ${sql.join(counts, sql` + `)}`;
}
