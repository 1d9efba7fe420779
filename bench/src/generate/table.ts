import type { Population } from './population.ts';

export type Value = string | number | boolean | Date | null;

/** A table to be filled: its rows by column, each with the same columns, the key first. */
export interface GeneratedTable {
  name: string;
  rows: (population: Population) => Iterable<Row>;
}

export type Row = Readonly<Record<string, Value>>;
