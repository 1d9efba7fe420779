import { sql } from 'kysely';

import type { WriteContext } from './context.ts';
import type { Duplicate } from './findPatient.ts';

/** Marks patients as possible duplicates of each other. Pairs that a user has already decided on are unchanged. */
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
    insert into patient_duplicate (patient_id, other_patient_id, reason)
    select patient_id, other_patient_id, reason from json_populate_recordset(null::patient_duplicate, ${JSON.stringify(rows)}::json)
    on conflict do nothing`.execute(db);
}
