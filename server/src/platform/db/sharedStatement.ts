import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { batch } from './batch.ts';
import type { Db } from './client.ts';
import { isConnectionError, isHeldUp } from './errors.ts';
import { fixedStatement, keyOfVariant } from './fixedStatement.ts';
import type { InSqlOf, Variant, VariantArgument } from './fixedStatement.ts';
import { perDatabase } from './perDatabase.ts';

/** The type of a value in SQL. */
type SqlType<Value> = Value extends readonly number[] ? 'bigint[]' : Value extends number ? 'bigint' : 'text';

/** The types of values in SQL, by name: numbers, lists of them, and text. */
export type SqlTypes<Values> = { readonly [Name in keyof Values]-?: SqlType<Exclude<Values[Name], null>> };

type Columns = Readonly<Record<string, readonly unknown[]>>;

/** Maximum number of calls that share an execution. */
const mostCalls = 16;
/** Milliseconds after which calls no longer wait for those in flight. */
const youngMs = 2;

/**
 * A fixed statement for reads that many users make at once: concurrent calls share an execution, because starting and ending a
 * plan with many subqueries costs more than its rows do (decision 101). Each call gets the rows found for its own values, in
 * their order. In a transaction, and if the shared execution fails because of what one call asks, each call has its own.
 */
export function sharedStatement<Values extends object, Row extends object, Choices extends Variant = never>(
  types: SqlTypes<Values>,
  compose: (given: InSqlOf<Values>, variant: Choices) => RawBuilder<Row>,
): (db: Db, values: Values, ...variant: VariantArgument<Choices>) => Promise<Row[]> {
  const names = Object.keys(types) as (keyof Values & string)[];
  const ofOne = fixedStatement<Values, Row, Choices>(compose);
  const ofMany = fixedStatement<Columns, Row & { call_number: number }, Choices>((columns, variant) => {
    const given = Object.fromEntries(names.map((name) => [name, sql.ref(`call.${name}`)])) as InSqlOf<Values>;
    const ids = names.map((name) => sql.id(name));
    const listed = names.map((name) => sql`${columns[name]}::${sql.raw(elementTypes[types[name]])}[]`);
    const typed = names.map((name) => sql`${sql.id(name)}::${sql.raw(types[name])} as ${sql.id(name)}`);
    // `offset 0` keeps the plan for each call as it is for a single one.
    return sql`select call.call_number, found.* from (select call_number, ${sql.join(typed)}
        from unnest(${sql.join(listed)}) with ordinality as listed(${sql.join(ids)}, call_number) offset 0) as call
      cross join lateral (select * from (${compose(given, variant)}) as one offset 0) as found`;
  });

  async function findTogether(db: Db, calls: readonly Values[], variant: VariantArgument<Choices>) {
    const alone = (values: Values) => ofOne(db, values, ...variant);
    if (calls.length === 1) return calls.map(alone);
    const columns = Object.fromEntries(names.map((name) => [name, calls.map((call) => elementOf(call[name]))]));
    try {
      const found = calls.map((): Row[] => []);
      for (const { call_number: callNumber, ...row } of await ofMany(db, columns, ...variant))
        found[callNumber - 1]?.push(row as unknown as Row);
      return found;
    } catch (error) {
      if (isConnectionError(error) || isHeldUp(error)) throw error;
      return calls.map(alone);
    }
  }

  type Find = (values: Values) => Promise<Row[]>;
  const findersOf = perDatabase(() => new Map<string, Find>());
  return (db, values, ...variant) => {
    if (db.isTransaction) return ofOne(db, values, ...variant);
    const finders = findersOf(db);
    const key = keyOfVariant(variant[0]);
    const known = finders.get(key);
    if (known !== undefined) return known(values);
    const find: Find = batch((calls: readonly Values[]) => findTogether(db, calls, variant), {
      maxSize: mostCalls,
      maxWaitMs: youngMs,
    });
    finders.set(key, find);
    return find(values);
  };
}

/** Lists of different lengths do not fit in one array, so each is sent as text. */
const elementTypes = { bigint: 'bigint', text: 'text', 'bigint[]': 'text' } as const;

function elementOf(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.join(',')}}` : value;
}
