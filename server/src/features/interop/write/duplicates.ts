import { sql } from 'kysely';

import { findLookalikes } from '../../../core/person-matching/lookalikes.ts';

import type { WriteContext } from './context.ts';
import type { Duplicate } from './findPatient.ts';

/**
 * Marks patients as possible duplicates of each other. Pairs that a user has already decided on are unchanged; a common number
 * is a better reason than looking alike.
 */
export async function saveDuplicates(
  { db }: WriteContext,
  written: readonly { id: number; duplicates: readonly Duplicate[] }[],
): Promise<void> {
  const rows = written.flatMap(({ id, duplicates }) =>
    duplicates
      .filter(({ patientId }) => patientId !== id)
      .map(({ patientId, reason }) => ({ patient_id: patientId, other_patient_id: id, reason })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into patient_duplicate as kept (patient_id, other_patient_id, reason)
    select distinct on (least(patient_id, other_patient_id), greatest(patient_id, other_patient_id))
      patient_id, other_patient_id, reason
    from json_populate_recordset(null::patient_duplicate, ${JSON.stringify(rows)}::json)
    order by least(patient_id, other_patient_id), greatest(patient_id, other_patient_id)
    on conflict (least(patient_id, other_patient_id), greatest(patient_id, other_patient_id))
      do update set reason = excluded.reason
      where kept.reason = 'alike' and excluded.reason <> 'alike' and kept.status = 'open'`.execute(db);
}

/** Marks patients who look like the same person as one of these, without a common number, as possible duplicates. */
export async function saveLookalikes(context: WriteContext, patientIds: readonly number[]): Promise<void> {
  const pairs = await findLookalikes(context.db, patientIds);
  await saveDuplicates(
    context,
    pairs.map(({ patientId, otherPatientId }) => ({
      id: otherPatientId,
      duplicates: [{ patientId, reason: 'alike' }],
    })),
  );
}
