import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from './client.ts';
import { codeOf } from './errors.ts';
import { commitWith, pipelined } from './driver.ts';

/** Serialization failure and deadlock: the transaction was rolled back, and a retry may succeed. */
const retried = new Set(['40001', '40P01']);

/** What the transaction has read is out of date: it is tried again. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
  readonly code = '40001';
}

/**
 * A kind of rows that many transactions write besides their own work: audit rows, notifications, stored responses. They are
 * collected and written in one statement right before COMMIT, so that no kind costs an extra round trip.
 */
export interface BatchedWrite<Item> {
  /** Name of its CTE in the statement. */
  name: string;
  /** Writes the items of one transaction, in order. The SQL text must not depend on their number: it is prepared once. */
  write: (items: readonly Item[]) => RawBuilder<unknown>;
}

type Pending = Map<BatchedWrite<never>, unknown[]>;

/** Rows collected so far by open transactions. */
const pendingWrites = new WeakMap<Db, Pending>();

/** Runs work in one transaction; retried up to twice after a deadlock or serialization failure. */
export async function inTransaction<T>(db: Database, work: (db: Db) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await inTransactionOnce(db, work);
  } catch (error) {
    const code = codeOf(error);
    if (attempt >= 3 || code === undefined || !retried.has(code)) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}

async function inTransactionOnce<T>(db: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (serial) => {
    const transaction = await pipelined(serial);
    const { result, statement } = await runAndCollect(transaction, work);
    if (statement !== undefined) await commitWith(transaction, statement);
    return result;
  });
}

async function runAndCollect<T>(transaction: Db, work: (db: Db) => Promise<T>) {
  const pending: Pending = new Map();
  pendingWrites.set(transaction, pending);
  const result = await work(transaction);
  pendingWrites.delete(transaction);
  return { result, statement: pending.size === 0 ? undefined : statementOf(pending) };
}

/** Writes the items right before the transaction commits; immediately if `db` is not a transaction of inTransaction(). */
export async function beforeCommit<Item>(db: Db, kind: BatchedWrite<Item>, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const pending = pendingWrites.get(db);
  if (pending === undefined) await statementOf(new Map([[kind, [...items]]])).execute(db);
  else pending.set(kind, [...(pending.get(kind) ?? []), ...items]);
}

function statementOf(pending: Pending): RawBuilder<unknown> {
  // Sorted, so that the same kinds always give the same SQL text, which is prepared once.
  const kinds = [...pending].toSorted(([one], [other]) => (one.name < other.name ? -1 : 1));
  const parts = kinds.map(
    ([{ name, write }, items]) => sql`${sql.ref(name)} as materialized (${write(items as never[])})`,
  );
  // Counting the rows of each part forces it to run: PostgreSQL skips a CTE SELECT that nothing reads.
  const counts = kinds.map(([{ name }]) => sql`(select count(*) from ${sql.ref(name)})`);
  return sql`with ${sql.join(parts)} select ${sql.join(counts, sql` + `)}`;
}
