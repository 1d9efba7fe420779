import { sql } from 'kysely';

import { keepAccepted, patientOf } from './context.ts';
import { encounterOf } from './knownEncounters.ts';
import { linkPanels } from './panels.ts';
import { allocateIds, planRows, sourceOf, writeRows } from './ofPatient.ts';
import { withNames } from './recordNames.ts';
import { markSuperseded } from './superseded.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { ClinicalDraft, ClinicalTable } from '../fhir/clinical/draft.ts';
import type { RowColumns } from '../fhir/draft.ts';
import type { Kind } from '../report.ts';
import type { WriteContext } from './context.ts';
import type { ClinicalRow, RecordContext, RecordDocuments } from './clinicalRow.ts';
import type { PlannedRow } from './ofPatient.ts';
import type { Names } from './recordNames.ts';

/** The tables, in the order in which they are written, and how their records are counted. */
const kinds: Record<ClinicalTable, Kind> = {
  patient_medication: 'medications',
  patient_allergy: 'allergies',
  patient_result: 'results',
  patient_immunization: 'immunizations',
  patient_procedure: 'procedures',
  patient_plan: 'care plans and goals',
  patient_background: 'family history and devices',
};

/** Writes the statements of the clinical record, a few statements for each table regardless of their number. */
export async function writeClinicalRecord(
  context: WriteContext,
  drafts: readonly ClinicalDraft[],
  { documents, names }: RecordContext,
): Promise<void> {
  await names.load(context, drafts);
  for (const [table, ofTable] of Map.groupBy(drafts, (draft) => draft.table)) {
    const rows = keepAccepted(context, ofTable, (draft) => rowsOf(context, draft, documents, names)).flat();
    await writeTable(context, table, rows);
  }
}

async function writeTable(context: WriteContext, table: ClinicalTable, rows: readonly ClinicalRow[]): Promise<void> {
  const { db, report, missing } = context;
  const planned = await planRows(context, table, rows);
  // Members refer to their panel.
  if (table === 'patient_result') await allocateIds(db, table, planned);
  const laterLinks = table === 'patient_result' ? linkPanels(planned) : null;
  await writeRows(db, table, planned, missing);
  await removeFormerParts(db, table, planned);
  await laterLinks?.save(context);
  if (table === 'patient_result') await markSuperseded(context, planned);
  for (const { row, outcome } of planned) if (row.part === null) report.count(kinds[table], outcome);
}

function rowsOf(context: WriteContext, draft: ClinicalDraft, documents: RecordDocuments, names: Names): ClinicalRow[] {
  const patientId = patientOf(context, draft.patient);
  const source = sourceOf(draft);
  const sourceId = `${draft.source.type}/${source.sourceId}`;
  const common: RowColumns = {
    patient_document_id: documents.of(draft) ?? documents.ofUnit,
    ...(draft.table !== 'patient_background' && { patient_encounter_id: encounterOf(context, draft, patientId) }),
  };
  const named = (columns: RowColumns) => ({ ...withNames(context, draft, columns, names), ...common });
  const own: ClinicalRow = {
    draft,
    part: null,
    patientId,
    ...source,
    sourceId,
    columns: named(draft.columns),
    // A change of its parts is a change of the record.
    content: draft.parts,
  };
  const parts = draft.parts.map(({ name, columns }, index) => ({
    draft,
    part: index,
    patientId,
    ...source,
    sourceId: `${sourceId}#${name}`,
    columns: named(columns),
  }));
  return [own, ...parts];
}

/** Deletes the rows of parts that a newer copy of their record no longer has. */
async function removeFormerParts(
  db: Db,
  table: ClinicalTable,
  planned: readonly PlannedRow<ClinicalRow>[],
): Promise<void> {
  const updated = planned
    .filter(({ row, outcome }) => row.part === null && outcome === 'updated')
    .map(({ row }) => row);
  if (updated.length === 0) return;
  const kept = planned.map(({ row }) => row.sourceId);
  await sql`
    delete from ${sql.table(table)} as former
    using unnest(
      ${updated.map(({ patientId }) => patientId)}::bigint[], ${updated.map(({ sourceSystem }) => sourceSystem)}::text[],
      ${updated.map(({ sourceId }) => sourceId)}::text[]) as record (patient_id, source_system, source_id)
    where former.patient_id = record.patient_id and former.source_system = record.source_system
      and starts_with(former.source_id, record.source_id || '#') and not former.source_id = any(${kept}::text[])`.execute(
    db,
  );
}
