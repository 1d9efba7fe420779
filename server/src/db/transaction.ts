import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Database, Db } from './client.ts';
import { codeOf } from './errors.ts';
import { lastWords } from './preparingPool.ts';

/** Deadlock and serialisation failure: the database undid everything, and the same work may well pass now. */
const retried = new Set(['40001', '40P01']);

/**
 * Something that transactions write at their end, whatever they are about: audit rows, words to tell. All of it goes out as
 * one statement right before the commit, so that each kind costs a transaction no round trip of its own.
 */
export interface ClosingWrite<Item> {
  /** Its name in the statement. */
  name: string;
  /** Writes the items of one transaction, in their order, by a text that does not depend on how many they are. */
  write: (items: readonly Item[]) => RawBuilder<unknown>;
}

type Collected = Map<ClosingWrite<never>, unknown[]>;

/** What the transactions under way have collected so far. */
const collections = new WeakMap<Db, Collected>();

/** Runs work in one transaction; a deadlock is tried again, twice. */
export async function inTransaction<T>(db: Database, work: (db: Db) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction().execute((transaction) => closing(transaction, work, lastWords));
  } catch (error) {
    const code = codeOf(error);
    if (attempt >= 3 || code === undefined || !retried.has(code)) throw error;
    return inTransaction(db, work, attempt + 1);
  }
}

/**
 * Runs work in a transaction that somebody else has begun and will end, and writes what it leaves to the end.
 * @param mark `lastWords` where the commit is to travel with that
 */
export async function closing<T>(transaction: Db, work: (db: Db) => Promise<T>, mark = ''): Promise<T> {
  const collected: Collected = new Map();
  collections.set(transaction, collected);
  const result = await work(transaction);
  collections.delete(transaction);
  await writeAll(transaction, collected, mark);
  return result;
}

/** Writes when the transaction ends, or at once where none is known. */
export async function writeAtEnd<Item>(db: Db, kind: ClosingWrite<Item>, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const collected = collections.get(db);
  if (collected === undefined) await writeAll(db, new Map([[kind, [...items]]]));
  else collected.set(kind, [...(collected.get(kind) ?? []), ...items]);
}

async function writeAll(db: Db, collected: Collected, mark = ''): Promise<void> {
  if (collected.size === 0) return;
  // In one order, so that the same kinds make the same text, which is prepared once.
  const kinds = [...collected].toSorted(([one], [other]) => (one.name < other.name ? -1 : 1));
  const parts = kinds.map(
    ([{ name, write }, items]) => sql`${sql.ref(name)} as materialized (${write(items as never[])})`,
  );
  // Each is asked for a count: a part that only calls functions would not run otherwise.
  const counts = kinds.map(([{ name }]) => sql`(select count(*) from ${sql.ref(name)})`);
  await sql`with ${sql.join(parts)} select ${sql.join(counts, sql` + `)}${sql.raw(mark)}`.execute(db);
}
