import { sql } from 'kysely';

import type { Db } from '../../../db/client.ts';
import type { Difference } from './mergeValues.ts';

/** Lists edited values that records differ from, for review. A value that somebody decided to keep is not listed again. */
export async function saveDifferences(
  db: Db,
  written: readonly { id: number; differences: readonly Difference[] }[],
): Promise<void> {
  const rows = written.flatMap(({ id, differences }) =>
    differences.map(({ field, values }) => ({ patient_id: id, field, import_values: values })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into patient_difference as kept (patient_id, field, import_values)
    select patient_id, field, import_values
    from json_populate_recordset(null::patient_difference, ${JSON.stringify(rows)}::json)
    on conflict (patient_id, field) do update
      set import_values = excluded.import_values, status = 'open', found_at = now(), version = kept.version + 1
      where kept.import_values <> excluded.import_values or kept.status = 'taken'`.execute(db);
}
