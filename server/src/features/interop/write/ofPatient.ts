import { sql } from 'kysely';

import { digestOf, partsOf, primaryKey } from '../shared/references.ts';
import { isAhead } from '../fhir/dates.ts';
import { updatedAtOf } from '../fhir/source.ts';
import { insertReturning, newIds, updateRows } from './bulk.ts';
import { isWithdrawnTable, keepWithdrawn, withdrawnAs } from './withdrawn.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { ClinicalTable } from '../fhir/clinical/draft.ts';
import type { Columns, Draft, RowColumns } from '../fhir/draft.ts';
import type { Kind } from '../report.ts';
import type { WriteContext } from './context.ts';
import type { WithdrawnTable } from './withdrawn.ts';

type Table = WithdrawnTable | ClinicalTable;

const idColumns: Record<Table, string> = {
  patient_encounter: 'patient_encounter_id',
  patient_condition: 'patient_condition_id',
  patient_coverage: 'patient_coverage_id',
  patient_appointment: 'patient_appointment_id',
  record_care_team: 'record_care_team_id',
  patient_document: 'patient_document_id',
  patient_medication: 'patient_medication_id',
  patient_allergy: 'patient_allergy_id',
  patient_result: 'patient_result_id',
  patient_immunization: 'patient_immunization_id',
  patient_procedure: 'patient_procedure_id',
  patient_plan: 'patient_plan_id',
  patient_background: 'patient_background_id',
};

/** A row about a patient, as specified by a record. */
export interface PatientRow {
  patientId: number;
  /** The system that numbers the record, and its number there. */
  sourceSystem: string;
  sourceId: string;
  columns: RowColumns;
  /** A newer copy of the record is among the files. */
  isOutdated: boolean;
  /** When the sender last changed the record. */
  updatedAt: string | null;
  /** The record's number, if it differs from the row's, which is then only a part of the record. */
  recordId?: string;
  /** Additional content that counts when checking for changes. */
  content?: unknown;
}

export interface PlannedRow<Row extends PatientRow> {
  row: Row;
  /** 0 for a new row until it is written, or its id is allocated. */
  id: number;
  outcome: 'created' | 'updated' | 'unchanged';
  digest: string;
  /** The date of a newer copy with the same content: an older copy with other content is then outdated. */
  confirmedAt: string | null;
}

/** The source of a patient's record: its first lasting key. */
export function sourceOf(draft: Draft): Pick<PatientRow, 'sourceSystem' | 'sourceId' | 'isOutdated' | 'updatedAt'> {
  const { system, value } = partsOf(primaryKey(draft.keys));
  const isOutdated = draft.source.isOutdated === true;
  return { sourceSystem: system, sourceId: value, isOutdated, updatedAt: updatedAtOf(draft.source) };
}

/** Compares rows with the stored ones. Older copies of records that were withdrawn since are left out. */
export async function planRows<Row extends PatientRow>(
  { db, report }: Pick<WriteContext, 'db' | 'report'>,
  table: Table,
  rows: readonly Row[],
): Promise<PlannedRow<Row>[]> {
  const kept = await loadKept(db, table, rows);
  const isWithdrawn = (row: Row) => {
    const at = kept.get(nameOf(row))?.withdrawnAt?.getTime() ?? Number.NaN;
    return row.updatedAt !== null && Date.parse(row.updatedAt) < at;
  };
  const late = rows.filter(isWithdrawn);
  if (isWithdrawnTable(table))
    report.keepNot(withdrawnAs[table], late.filter(({ recordId }) => recordId === undefined).length);
  const standing = late.length === 0 ? rows : rows.filter((row) => !late.includes(row));
  return standing.map((row): PlannedRow<Row> => {
    const digest = digestOf([row.columns, row.content]);
    const found = kept.get(nameOf(row));
    if (found === undefined || found.id === null) return { row, id: 0, outcome: 'created', digest, confirmedAt: null };
    const isAsBefore = found.digest === digest || row.isOutdated || isOlder(row, found);
    // A copy without a date keeps the last known date of change.
    const updatedAt = row.updatedAt ?? found.updatedAt?.toISOString() ?? null;
    // Values edited in the product are kept.
    const columns = { ...row.columns, ...found.edited };
    const outcome = isAsBefore ? 'unchanged' : 'updated';
    const confirmedAt = found.digest === digest && isNewer(row, found) ? row.updatedAt : null;
    return { row: { ...row, columns, updatedAt }, id: found.id, outcome, digest, confirmedAt };
  });
}

/** Allocates the ids of new rows before they are written, for rows of one table that refer to each other. */
export async function allocateIds(db: Db, table: Table, planned: readonly PlannedRow<PatientRow>[]): Promise<void> {
  const created = planned.filter(({ outcome }) => outcome === 'created');
  const ids = await newIds(db, table, idColumns[table], created.length);
  created.forEach((item, index) => (item.id = ids[index] ?? item.id));
}

/**
 * Writes planned rows in a few statements, regardless of their number, and in none if nothing changed.
 * @param empty what a missing value does; a newer copy is a complete record, so by default it `clears` columns its sender left
 * out
 */
export async function writeRows(
  db: Db,
  table: Table,
  planned: readonly PlannedRow<PatientRow>[],
  empty: 'clears' | 'keeps' = 'clears',
): Promise<void> {
  const idColumn = idColumns[table];
  const rowOf = ({ row, digest }: PlannedRow<PatientRow>): RowColumns => ({
    patient_id: row.patientId,
    source_system: row.sourceSystem,
    source_id: row.sourceId,
    source_digest: digest,
    source_updated_at: row.updatedAt,
    ...row.columns,
  });
  const created = planned.filter(({ outcome }) => outcome === 'created');
  const inserted = await insertReturning<StoredName & Record<string, number>>(
    db,
    table,
    created.map((item) => (item.id === 0 ? rowOf(item) : { [idColumn]: item.id, ...rowOf(item) })),
    [idColumn, ...nameColumns],
  );
  const ids = new Map(inserted.map((row) => [nameOf(nameIn(row)), row[idColumn]]));
  for (const item of created) item.id = ids.get(nameOf(item.row)) ?? item.id;
  const updated = planned.filter(({ outcome }) => outcome === 'updated');
  await updateRows(
    db,
    table,
    idColumn,
    updated.map((item) => ({ [idColumn]: item.id, ...rowOf(item) })),
    // Also what was edited since the rows were read.
    { empty, isVersioned: editedTables.has(table), isEdited: editedTables.has(table) },
  );
  const confirmed = planned.filter(({ confirmedAt }) => confirmedAt !== null);
  if (confirmed.length === 0) return;
  await sql`
    update ${sql.table(table)} as kept set source_updated_at = newer.at
    from unnest(${confirmed.map(({ id }) => id)}::bigint[], ${confirmed.map(({ confirmedAt }) => confirmedAt)}::timestamptz[])
      as newer (id, at)
    where ${sql.ref(`kept.${idColumn}`)} = newer.id`.execute(db);
}

/** Whether the record is older than the stored row; not if one of them has no date. */
function isOlder({ updatedAt }: Pick<PatientRow, 'updatedAt'>, kept: Kept): boolean {
  const stored = kept.updatedAt?.getTime() ?? Number.NaN;
  return updatedAt !== null && !isAhead(stored) && Date.parse(updatedAt) < stored;
}

/** Whether the record is a later copy than the stored row. */
function isNewer({ updatedAt }: Pick<PatientRow, 'updatedAt'>, kept: Kept): boolean {
  return updatedAt !== null && (kept.updatedAt === null || Date.parse(updatedAt) > kept.updatedAt.getTime());
}

type RowName = Pick<PatientRow, 'patientId' | 'sourceSystem' | 'sourceId'>;

/** The name of a row as it is stored. */
interface StoredName {
  patient_id: number;
  source_system: string;
  source_id: string;
}

const nameColumns = ['patient_id', 'source_system', 'source_id'] as const;

const nameIn = ({ patient_id: patientId, source_system: sourceSystem, source_id: sourceId }: StoredName): RowName => ({
  patientId,
  sourceSystem,
  sourceId,
});

interface Kept {
  /** Null if there is no row. */
  id: number | null;
  digest: string | null;
  updatedAt: Date | null;
  /** Columns that were edited in the product, as they are now. */
  edited: Columns;
  /** Date of the copy by which its source withdrew the record. */
  withdrawnAt: Date | null;
}

/** Tables whose rows are edited in the product. */
const editedTables: ReadonlySet<Table> = new Set([
  'patient_encounter',
  'patient_coverage',
  'patient_condition',
  'patient_medication',
  'patient_allergy',
]);

/** The edited columns of the row `kept`, as JSON. */
function editedOf(table: Table) {
  if (!editedTables.has(table)) return sql`'{}'::jsonb`;
  return sql`coalesce((select jsonb_object_agg(column_name, to_jsonb(kept) -> column_name)
    from unnest(kept.edited_columns) as column_name), '{}')`;
}

/** The date by which a record `wanted` was withdrawn. */
function withdrawnAt(table: Table) {
  if (!isWithdrawnTable(table)) return sql`null::timestamptz`;
  return sql`(select w.withdrawn_at from withdrawn_record w where w.table_name = ${table} and w.patient_id = wanted.patient_id
    and w.source_system = wanted.source_system and w.source_id = wanted.record_id)`;
}

type Wanted = RowName & Pick<PatientRow, 'recordId'>;

async function loadKept(db: Db, table: Table, rows: readonly Wanted[]): Promise<Map<string, Kept>> {
  if (rows.length === 0) return new Map();
  type Row = Omit<Kept, 'updatedAt' | 'withdrawnAt'> &
    StoredName & { updated_at: Date | null; withdrawn_at: Date | null };
  const found = await sql<Row>`
    select ${sql.ref(idColumns[table])} as id, source_digest as digest, source_updated_at as updated_at, patient_id,
      source_system, source_id, ${editedOf(table)} as edited, ${withdrawnAt(table)} as withdrawn_at
    from unnest(
      ${rows.map(({ patientId }) => patientId)}::bigint[], ${rows.map(({ sourceSystem }) => sourceSystem)}::text[],
      ${rows.map(({ sourceId }) => sourceId)}::text[], ${rows.map(({ sourceId, recordId }) => recordId ?? sourceId)}::text[])
      as wanted (patient_id, source_system, source_id, record_id)
    left join ${sql.table(table)} as kept using (patient_id, source_system, source_id)`.execute(db);
  return new Map(
    found.rows.map(({ id, digest, updated_at: updatedAt, withdrawn_at: withdrawn, edited, ...name }) => [
      nameOf(nameIn(name)),
      { id, digest, updatedAt, edited, withdrawnAt: withdrawn },
    ]),
  );
}

function nameOf({ patientId, sourceSystem, sourceId }: RowName): string {
  return `${patientId}\t${sourceSystem}\t${sourceId}`;
}

/**
 * Deletes the rows of records that are withdrawn, unless a newer copy is stored.
 * @returns the rows that stand
 */
export async function withdrawRows<Row extends PatientRow & { draft: { isVoid: boolean } }>(
  { db, report }: WriteContext,
  { table, kind }: { table: WithdrawnTable; kind: Kind },
  rows: readonly Row[],
): Promise<Row[]> {
  const isVoid = rows.filter(({ draft }) => draft.isVoid);
  report.keepNot(withdrawnAs[table], isVoid.length);
  report.count(kind, 'removed', await removeRows(db, table, isVoid));
  await keepWithdrawn(db, table, isVoid);
  return rows.filter(({ draft }) => !draft.isVoid);
}

/** @returns the number of deleted rows */
async function removeRows(
  db: Db,
  table: WithdrawnTable,
  rows: readonly (RowName & Pick<PatientRow, 'updatedAt' | 'isOutdated'>)[],
): Promise<number> {
  const kept = await loadKept(db, table, rows);
  const ids = new Set<number>();
  for (const row of rows) {
    const found = kept.get(nameOf(row));
    if (found?.id != null && !row.isOutdated && !isOlder(row, found)) ids.add(found.id);
  }
  if (ids.size === 0) return 0;
  await sql`delete from ${sql.table(table)} where ${sql.ref(idColumns[table])} = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return ids.size;
}
