import type { DB } from '../../../../platform/db/client.ts';
import type { RowColumns, Draft } from '../draft.ts';
import type { Ref } from '../../shared/references.ts';

/** Tables of the clinical record besides conditions (docs/domain/clinical-record.md). */
export type ClinicalTable =
  | 'patient_medication'
  | 'patient_allergy'
  | 'patient_result'
  | 'patient_immunization'
  | 'patient_procedure'
  | 'patient_plan'
  | 'patient_background';

declare const areChecked: unique symbol;

/** Columns that their table has. */
export type StatedColumns = RowColumns & { readonly [areChecked]: true };

/** The columns of a statement: one that its table does not have does not compile. */
export function columnsIn<Table extends ClinicalTable, Columns extends RowColumns>(
  _table: Table,
  columns: Columns & Record<Exclude<keyof Columns, keyof DB[Table]>, never>,
): StatedColumns {
  return columns as RowColumns as StatedColumns;
}

/** A column that names other records: as the record displays them, or else by what is known of them. */
export interface NamedRecords {
  column: 'stated_by' | 'reason' | 'details';
  names: (string | Ref)[];
  /** Begins a line of its own below the text that the column has. */
  lead?: string;
}

/** A row that belongs to that of the record, such as a component of a result. */
export interface ClinicalPart {
  /** Tells it apart within the record, also when its parts are sent in another order. */
  name: string;
  columns: StatedColumns;
}

/** A statement of the clinical record. */
export interface ClinicalDraft extends Draft {
  table: ClinicalTable;
  patient: Ref;
  encounter: Ref | null;
  columns: StatedColumns;
  named: NamedRecords[];
  parts: ClinicalPart[];
  /** Results that a panel lists, in their order. */
  members: Ref[];
}

/** Parts by their names; equal names get a number. */
export function partsOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  columnsOf: (item: Item) => StatedColumns,
): ClinicalPart[] {
  const used = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { name: count === 1 ? name : `${name}#${count}`, columns: columnsOf(item) };
  });
}
