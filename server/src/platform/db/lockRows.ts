import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from './client.ts';
import { shape } from './shape.ts';
import type { Columns, Shape } from './shape.ts';
import type { DB } from './types.ts';

interface Lock<Tables> {
  /** The tables to lock, by alias. Their primary key is the name of the table with `_id`. */
  of: { readonly [Alias in keyof Tables & string]?: Tables[Alias] & keyof DB };
  strength?: 'update' | 'no key update';
  /** The number of rows asked for: fewer may have been lost in the wait. */
  count?: number;
}

/**
 * Locks rows until the transaction ends, and reads them together with others.
 *
 * A statement that had to wait for a lock sees the locked row as it is then, but all other rows as they were before the wait:
 * a rule that reads both would decide on a state that never was, and a join may lose the row. If a locked row was changed since
 * the statement began, it runs again, with the lock held; where nobody waited, it runs once. So who changes what such a
 * statement reads must change the locked row, too, which is what its version is for.
 * @param statement what follows `select ... from`, without the lock
 */
export async function lockRows<Row, Tables extends object>(
  db: Db,
  { columns }: Shape<Row, Tables>,
  statement: RawBuilder<unknown>,
  { of, strength = 'update', count = 1 }: Lock<Tables>,
): Promise<Row[]> {
  const changes = Object.entries<unknown>(of).map(([alias, table]) => isNewer(alias, String(table)));
  const wasChanged = sql<boolean>`(${sql.join(changes, sql` or `)})`;
  const withChange = shape({ ...columns, wasChanged } as Columns<Row & { wasChanged: boolean }, Tables>);
  const aliases = Object.keys(of).map((alias) => sql.ref(alias));
  const query = withChange.from`${statement} for ${sql.raw(strength)} of ${sql.join(aliases)}`;
  const { rows } = await query.execute(db);
  const isOutdated = rows.length < count || rows.some((row) => row.wasChanged);
  const current = isOutdated ? (await query.execute(db)).rows : rows;
  return current.map(({ wasChanged: _wasChanged, ...row }) => row as Row);
}

/** SQL condition: the row was changed after the statement began. The inner one is the row as it was then. */
function isNewer(alias: string, table: string): RawBuilder<boolean> {
  const id = `${table}_id`;
  return sql<boolean>`${sql.ref(`${alias}.ctid`)} <> (select seen.ctid from ${sql.table(table)} seen
    where ${sql.ref(`seen.${id}`)} = ${sql.ref(`${alias}.${id}`)})`;
}
