import type { Columns } from '../fhir/draft.ts';

/** The changes a record makes to an existing row. */
export interface MergedValues {
  /** Every column of the record, with the value to write. */
  values: Columns;
  /** The values last written by imports, including this one. */
  sourceValues: Columns;
  /** Columns that a user edited in the product and in which the record differs. */
  edited: string[];
  /** The record's values for these columns. */
  differences: Difference[];
}

/** A field that was edited in the product, with the record's values for it. */
export interface Difference {
  field: string;
  values: Columns;
}

export interface ValuesToMerge {
  kept: Columns;
  given: Columns;
  /**
   * Values that imports wrote before; null if none were recorded for the row, in which case all its values count as imported.
   */
  imported: Columns | null;
  /** `fills`: writes only to empty columns. */
  mode: 'updates' | 'fills';
}

// Columns that form one value and are only replaced together: mixing the old and new address gives a wrong one. The group is
// present if one of its `by` columns is.
const groups = [
  {
    columns: ['address1', 'address2', 'city', 'state', 'zipcode', 'latitude', 'longitude'],
    by: ['address1', 'city', 'zipcode'],
  },
  { columns: ['mrn', 'mrn_system'], by: ['mrn'] },
  { columns: ['npi_number', 'npi_is_valid'], by: ['npi_number'] },
];

const bookkeeping = ['version', 'source_system', 'source_id', 'source_digest', 'source_values'];

/** A missing value never clears a stored one, and a value edited in the product is kept. */
export function mergeValues({ kept, given, imported, mode }: ValuesToMerge): MergedValues {
  const merged: MergedValues = {
    values: {},
    sourceValues: imported === null ? valuesOf(kept) : { ...imported },
    edited: [],
    differences: [],
  };
  for (const { columns, by } of groupsIn(Object.keys(given))) {
    const isMissing = by.every((column) => isNothing(given[column]));
    const isFree = by.every((column) => isNothing(kept[column]));
    const isEdited = imported !== null && columns.some((column) => !isEqual(kept[column], imported[column]));
    const isSame = columns.every((column) => isEqual(kept[column], given[column]));
    const takes = !isMissing && (isFree || isSame || (mode === 'updates' && !isEdited));
    if (!takes && !isMissing && mode === 'updates') {
      merged.edited.push(...by);
      const values = Object.fromEntries(columns.map((column) => [column, given[column] ?? null]));
      merged.differences.push({ field: by[0] ?? '', values });
    }
    for (const column of columns) {
      merged.values[column] = (takes ? given[column] : kept[column]) ?? null;
      if (takes) merged.sourceValues[column] = given[column] ?? null;
    }
  }
  return merged;
}

function valuesOf(row: Columns): Columns {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !bookkeeping.includes(column)));
}

function groupsIn(columns: readonly string[]): { columns: string[]; by: string[] }[] {
  const grouped = groups.filter(({ by }) => by.every((column) => columns.includes(column)));
  const others = columns.filter((column) => !grouped.some((group) => group.columns.includes(column)));
  const within = ({ columns: some, by }: (typeof groups)[number]) => ({
    columns: some.filter((column) => columns.includes(column)),
    by,
  });
  return [...others.map((column) => ({ columns: [column], by: [column] })), ...grouped.map(within)];
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (isNothing(one) && isNothing(other));
}

/** Values that mean unknown. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 'unknown';
}
