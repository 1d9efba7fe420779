import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import type { Difference } from './mergeValues.ts';

interface Written {
  id: number;
  differences: readonly Difference[];
}

/** Tables that list edited values from which records differ. */
const lists = {
  patient: { table: 'patient_difference', idColumn: 'patient_id' },
  healthcare_provider: { table: 'provider_difference', idColumn: 'healthcare_provider_id' },
} as const;

/**
 * Lists edited values that differ from the records, for review. A value that a user already decided to keep is not listed
 * again.
 */
export async function saveDifferences(db: Db, of: keyof typeof lists, written: readonly Written[]): Promise<void> {
  const { table, idColumn } = lists[of];
  const rows = written.flatMap(({ id, differences }) =>
    differences.map(({ field, values }) => ({ [idColumn]: id, field, import_values: values })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into ${sql.table(table)} as kept (${sql.ref(idColumn)}, field, import_values)
    select ${sql.ref(idColumn)}, field, import_values
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.ref(idColumn)}, field) do update
      set import_values = excluded.import_values, status = 'open', found_at = now(), version = kept.version + 1
      where kept.import_values <> excluded.import_values or kept.status = 'taken'`.execute(db);
}
