import { sql } from 'kysely';
import type { Insertable, RawBuilder, UpdateObject, Updateable } from 'kysely';

import type { DB } from './types.ts';

/**
 * Declares how the keys of an input are stored in a table, as `shape` declares how they are selected: the column of each key,
 * or a function that returns its columns. `Other` lists the keys that are not stored here: those the call uses itself, such as
 * an id or version, and those of another table. A key that is in neither list, a column that does not exist, and a column of
 * another type do not compile.
 *
 * Column names may have an alias, so that a shape and a write spread the same columns: `{ firstName: 'p.first_name' }`.
 * @returns a function that returns the values of an insert or update. Undefined values are left out, so that an update keeps
 *   the stored ones.
 */
export function writes<Input extends object, Table extends keyof DB, Other extends keyof Input = never>() {
  return <const Entries extends Stores<Input, Table, Other>>(entries: Entries) => {
    const stores = Object.entries<unknown>(entries) as [string, AnyStore][];
    return (input: Input): Values<Input, Entries> => {
      const given = input as Readonly<Record<string, unknown>>;
      const values = stores.flatMap(([key, store]): [string, unknown][] => {
        if (typeof store === 'function') return Object.entries(store(given[key], input));
        return [[store.slice(store.indexOf('.') + 1), given[key]]];
      });
      return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values<Input, Entries>;
    };
  };
}

/** The same columns for `do update`, each with the value that the insert proposed: none can be forgotten there. */
export function proposed<Columns extends object>(columns: Columns) {
  const names = Object.keys(columns);
  return Object.fromEntries(names.map((name) => [name, sql.ref(`excluded.${name}`)])) as unknown as {
    [Name in keyof Columns]: RawBuilder<never>;
  };
}

type AnyStore = string | ((value: unknown, input: unknown) => object);

export type Stores<Input, Table extends keyof DB, Other extends keyof Input = never> = {
  [Key in Exclude<keyof Input, Other>]-?:
    | NameOf<ColumnFor<Table, Input[Key]>>
    | ((value: Input[Key], input: Input) => UpdateObject<DB, Table>);
};

type NameOf<Column extends string> = Column | `${string}.${Column}`;

/** The columns of a table that accept a value of this type, in an update and an insert. */
type ColumnFor<Table extends keyof DB, Value> = {
  [Column in keyof DB[Table] & string]: [Exclude<Value, undefined>] extends [Accepted<Table, Column>] ? Column : never;
}[keyof DB[Table] & string];

type Accepted<Table extends keyof DB, Column extends keyof DB[Table]> = Column extends keyof Updateable<DB[Table]> &
  keyof Insertable<DB[Table]>
  ? Updateable<DB[Table]>[Column] & Insertable<DB[Table]>[Column]
  : never;

type Values<Input, Entries> = Defined<
  AllOf<
    {
      [Key in keyof Entries & keyof Input]: Entries[Key] extends string
        ? { [Column in ColumnNamed<Entries[Key]>]: Input[Key] }
        : Entries[Key] extends (...input: never[]) => infer Columns
          ? Columns
          : object;
    }[keyof Entries & keyof Input]
  >
>;

type ColumnNamed<Name extends string> = Name extends `${string}.${infer Column}` ? Column : Name;

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The columns whose value may be undefined are optional. */
type Defined<Columns> = {
  [Column in keyof Columns as undefined extends Columns[Column] ? never : Column]: Columns[Column];
} & { [Column in keyof Columns as undefined extends Columns[Column] ? Column : never]?: Columns[Column] };
