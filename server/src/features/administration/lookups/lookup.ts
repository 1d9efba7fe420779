import type { RawBuilder } from 'kysely';

import type { Shape } from '../../../platform/db/shape.ts';

/** What every entry of a list has. */
export interface ListedEntry {
  id: number;
  name: string;
  isArchived: boolean;
  version: number;
}

/** An editable lookup list: its table, and how its rows are read and stored. In its SQL, `s` is a row of the table. */
export interface Lookup<Entry extends ListedEntry = ListedEntry, Input = never> {
  table: string;
  /** Columns of the entry's id, name and archived state. */
  id: string;
  name: string;
  archived: string;
  /** Column of a code that the search finds, too. */
  code?: string;
  /** All clients share it; entries with a `client_id` are that client's own. */
  isShared?: true;
  /** Column of the row an entry belongs to. Entries of a client are open to administrators who belong to it. */
  parent?: 'client_id' | 'insurance_carrier_id';
  /** Name of its entries in the audit. */
  subject: string;
  /** Constraint or index that keeps names unique, or what else an entry must have of its own. */
  uniqueName: string;
  /** The refusal by that constraint; says that the name is taken if left out. */
  taken?: Readonly<Record<string, string>>;
  entry: Pick<Shape<Entry, object>, 'from'>;
  order: RawBuilder<unknown>;
  /** What a save stores, by column; a value may be an SQL expression. */
  columnsOf: (input: Input) => object;
  /** What the audit says of a saved entry. */
  audited: readonly (keyof Input)[];
}
