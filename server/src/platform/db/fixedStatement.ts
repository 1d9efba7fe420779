import { CompiledQuery } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from './client.ts';

/** The place of a value in a fixed statement. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A value for SQL: it is put there, and the text does not depend on it. */
export type InSql<Value> = Value | Slot | RawBuilder<Value>;

/** The values of a statement, as it is composed of them. */
export type InSqlOf<Values> = { readonly [Name in keyof Values]: InSql<Values[Name]> };

type Slots<Values> = { readonly [Name in keyof Values]: Slot };

/** What the text of a fixed statement depends on: every combination is a text of its own, so there must be few. */
export type Variant = Readonly<Record<string, boolean | number | string>>;
export type VariantArgument<Choices> = [Choices] extends [never] ? [] : [Choices];

export function keyOfVariant(variant: Variant | undefined): string {
  return Object.entries(variant ?? {}).join();
}

/**
 * A statement whose text does not depend on its values. It is composed and compiled at the first use; later ones only put
 * their values in. For long statements of frequent calls, where composing takes longer than everything else in this process.
 */
export function fixedStatement<Values extends object, Row, Choices extends Variant = never>(
  compose: (given: Slots<Values>, variant: Choices) => RawBuilder<Row>,
): (db: Db, values: Values, ...variant: VariantArgument<Choices>) => Promise<Row[]> {
  const given = new Proxy({} as Slots<Values>, {
    get: (_, name) => new Slot(String(name)),
    ownKeys: () => {
      throw new TypeError('The values of a fixed statement are named one by one');
    },
  });
  const compiled = new Map<string, CompiledQuery>();
  return async (db, values, ...[variant]) => {
    const key = keyOfVariant(variant);
    // Without a choice, `compose` has no second parameter.
    const known = compiled.get(key) ?? compose(given, variant as Choices).compile(db);
    compiled.set(key, known);
    const parameters = known.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(known.sql, parameters))).rows;
  };
}
