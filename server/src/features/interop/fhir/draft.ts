import { problemOf } from './source.ts';

import type { SelectType } from 'kysely';
import type { DB } from '../../../platform/db/client.ts';
import type { Key } from '../shared/references.ts';
import type { Problem, SourceResource } from './source.ts';

/** A mapped resource: values by column, before references are resolved to row ids. */
export interface Draft {
  source: SourceResource;
  /** Every key of the record, its own id first. */
  keys: Key[];
  /** Notes on data that was lost or doubtful; the summary groups equal ones and shows their count. */
  remarks: string[];
}

/** Values by column name of a table. */
export type Columns = Record<string, string | number | boolean | null>;

/**
 * The columns of a table that a record states. Times are ISO strings.
 * @typeParam Unknown those that the record may leave unknown although every row has a value
 */
export type ColumnsOf<Table extends keyof DB, Name extends keyof DB[Table], Unknown extends Name = never> = {
  [Column in Name]: Stated<SelectType<DB[Table][Column]>> | (Column extends Unknown ? null : never);
};

type Stated<Value> = Value extends Date ? string : Value;

/** The same for a table with columns of jsonb, which hold lists. */
export type RowColumns = Record<string, Columns[string] | readonly object[]>;

/** The reason a resource is not imported, worded for the user who runs the import. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
}

/** Maps resources; those that are rejected are returned as problems. */
export function mapAll<Mapped>(
  sources: readonly SourceResource[],
  map: (source: SourceResource) => Mapped,
): { drafts: Mapped[]; problems: Problem[] } {
  const drafts: Mapped[] = [];
  const problems: Problem[] = [];
  for (const source of sources) {
    try {
      drafts.push(map(source));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      problems.push(problemOf(source, error.message));
    }
  }
  return { drafts, problems };
}
