import { writes } from '../../../platform/db/writes.ts';
import { keepAccepted, patientOf } from './context.ts';
import { encounterOf } from './knownEncounters.ts';
import { planRows, sourceOf, withdrawRows, writeRows } from './ofPatient.ts';
import { withNames } from './recordNames.ts';

import type { RecordContext } from './clinicalRow.ts';
import type { ConditionDraft } from '../fhir/condition.ts';
import type { Draft } from '../fhir/draft.ts';
import type { Resolved, WriteContext } from './context.ts';

const columnsOf = writes<
  Resolved<ConditionDraft, 'encounter'>,
  'patient_condition',
  keyof Draft | 'patient' | 'isVoid' | 'named'
>()({
  columns: (columns) => columns,
  encounter: 'patient_encounter_id',
});

export async function writeConditions(
  context: WriteContext,
  drafts: readonly ConditionDraft[],
  { documents, names }: RecordContext,
): Promise<void> {
  const { db, report } = context;
  await names.load(context, drafts);
  const rows = keepAccepted(context, drafts, (draft) => {
    const patientId = patientOf(context, draft.patient);
    const columns = {
      ...columnsOf({ ...draft, encounter: encounterOf(context, draft, patientId) }),
      ...withNames(context, draft, {}, names),
      patient_document_id: documents.ofUnit,
    };
    return { draft, patientId, ...sourceOf(draft), columns };
  });
  const standing = await withdrawRows(context, { table: 'patient_condition', kind: 'conditions' }, rows);
  const planned = await planRows(context, 'patient_condition', standing);
  await writeRows(db, 'patient_condition', planned, context.missing);
  for (const { outcome } of planned) report.count('conditions', outcome);
}
