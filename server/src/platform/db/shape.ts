import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';

import type { DB } from './types.ts';

/**
 * Declares how the rows of a type are selected: one column or expression per key. A missing or unknown key, a column that
 * does not exist, and a column of the wrong type do not compile.
 *
 * `Tables` maps the aliases that the columns refer to: `{ r: 'referral'; t?: 'healthcare_provider' }`. A question mark means
 * a left join: all columns of that alias may be null. A derived table is given by the type of its rows.
 *
 * A text column may fill a union of string literals; the allowed values are checked by the table's constraint and by the
 * contract. The type of raw SQL is not checked, so use a column name wherever possible.
 */
export function shape<Row, Tables extends object>(columns: Columns<Row, Tables>): Shape<Row, Tables> {
  const entries: [string, Column][] = Object.entries(columns);
  let select: RawBuilder<Row> | undefined;
  let json: RawBuilder<Row> | undefined;
  const self: Shape<Row, Tables> = {
    columns,
    get select() {
      return (select ??= compose(
        '',
        entries.flatMap(([name, column]) => selected(name, column)),
        '',
      ));
    },
    get json() {
      return (json ??= compose(
        'json_build_object(',
        entries.map(([name, column]) => [`'${name}', `, isNested(column) ? column.json : column]),
        ')',
      ));
    },
    get nested() {
      return { within: entries, json: self.json };
    },
    nestedIfFound: (column) => ({ within: entries, json: self.jsonIfFound(column), ifFound: column }),
    from: (strings, ...values) => sql`select ${self.select} from ${sql(strings, ...values)}`,
    jsonIfFound: (column) => sql`case when ${sql.raw(column)} is not null then ${self.json} end`,
    jsonArray: ({ from, orderBy }) =>
      sql`coalesce((select json_agg(${self.json} order by ${orderBy}) from ${from}), '[]')`,
  };
  return self;
}

export interface Shape<Row, Tables extends object> {
  /** The declaration, to spread into a larger shape over the same aliases. */
  columns: Columns<Row, Tables>;
  /** The select list: `p.patient_id as "patientId", ...`. */
  select: RawBuilder<Row>;
  /** The row as one JSON value: `json_build_object('patientId', p.patient_id, ...)`. */
  json: RawBuilder<Row>;
  /**
   * The row inside another one, as columns of its own: `p.patient_id as "patient.patientId", ...`. The driver puts them into an
   * object. The database takes longer to build JSON than to send columns: a fifth of the time of a list. Not within SQL that
   * refers to the name, or makes JSON of the whole row, as `jsonRows` does.
   */
  nested: Nested<Row>;
  /** `nested`, or null if this column is null because a left join found no row. */
  nestedIfFound: (column: ColumnOf<Tables, unknown>) => Nested<Row | null>;
  /** The whole query; the template contains what follows `select ... from`. */
  from: (strings: TemplateStringsArray, ...values: unknown[]) => RawBuilder<Row>;
  /** `json`, or null if this column is null because a left join found no row. */
  jsonIfFound: (column: ColumnOf<Tables, unknown>) => RawBuilder<Row | null>;
  /** Rows of a subquery as one JSON array, empty if there are none. */
  jsonArray: (rows: { from: RawBuilder<unknown>; orderBy: RawBuilder<unknown> }) => RawBuilder<Row[]>;
}

/** Row type of a shape's queries. */
export type RowOf<S> = S extends Shape<infer Row, infer _Tables> ? Row : never;

/** The rows of a query as one JSON array, empty if there are none. */
export function jsonRows<Row>(query: RawBuilder<Row>, orderBy?: RawBuilder<unknown>): RawBuilder<Row[]> {
  const order = orderBy === undefined ? sql`` : sql` order by ${orderBy}`;
  return sql`coalesce((select json_agg(row_to_json(item)${order}) from (${query}) as item), '[]')`;
}

/** A timestamptz column in the format of the contracts: see `isoTimestamp`. */
export function iso<Name extends string>(column: Name): Iso<Name> {
  return { iso: column };
}

interface Iso<Name extends string> {
  iso: Name;
}

/** A row inside another one. */
interface Nested<Row> {
  within: readonly [string, Column][];
  /** For a row that is itself made JSON. */
  json: RawBuilder<Row>;
  /** The column that is null if there is none. */
  ifFound?: string;
}

type Flat = string | Iso<string> | RawBuilder<unknown>;
type Column = Flat | Nested<unknown>;

export type Columns<Row, Tables extends object> = { [Key in keyof Row]-?: Fills<Tables, Exclude<Row[Key], undefined>> };

/** Columns and expressions that can supply a value of this type. */
type Fills<Tables extends object, Value> =
  | ColumnOf<Tables, Widened<Value>>
  | IsoOf<Tables, Value>
  | RawBuilder<Value>
  | Nested<Value>;

type IsoOf<Tables extends object, Value> = string extends Value
  ? Iso<ColumnOf<Tables, Date | Extract<Value, null>>>
  : never;

type Widened<Value> = Value extends string ? string : Value;

/** The columns, as `alias.column`, whose values have a type. */
type ColumnOf<Tables extends object, Value> = {
  [Alias in keyof Tables & string]-?: ColumnOfTable<
    Alias,
    RowOfTable<Exclude<Tables[Alias], undefined>>,
    Value,
    Record<string, never> extends Pick<Tables, Alias> ? null : never
  >;
}[keyof Tables & string];

type ColumnOfTable<Alias extends string, Row, Value, Missing> = {
  [Name in keyof Row & string]: [Row[Name] | Missing] extends [Value] ? `${Alias}.${Name}` : never;
}[keyof Row & string];

type RowOfTable<Table> = Table extends keyof DB ? Selectable<DB[Table]> : Table;

/** What is selected for one key: for a nested row its columns, and one that says whether it was found. */
function selected(name: string, column: Column): Flat[][] {
  if (!isNested(column)) return [[column, ` as "${name}"`]];
  const { within, ifFound } = column;
  const columns = within.flatMap(([key, value]) => selected(`${name}.${key}`, value));
  return ifFound === undefined ? columns : [[`${ifFound} is not null as "${name}?"`], ...columns];
}

function isNested(column: Column): column is Nested<unknown> {
  return typeof column === 'object' && 'within' in column;
}

/** Builds one raw expression with as few parts as possible, so that it costs no more than handwritten SQL. */
function compose<Row>(before: string, items: readonly (readonly Flat[])[], after: string): RawBuilder<Row> {
  const texts: string[] = [];
  const values: RawBuilder<unknown>[] = [];
  let text = before;
  for (const [index, parts] of items.entries()) {
    if (index > 0) text += ', ';
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('iso' in part) text += isoText(part.iso);
      else {
        texts.push(text);
        values.push(part);
        text = '';
      }
    }
  }
  texts.push(text + after);
  return sql(Object.assign(texts, { raw: texts }), ...values);
}

function isoText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
