import { sql } from 'kysely';

import type { ClinicalRow } from './clinicalRow.ts';
import type { WriteContext } from './context.ts';
import type { PlannedRow } from './ofPatient.ts';

/**
 * Marks results that a later report of the same order and service replaces, in whatever order they are imported: preliminary ones
 * if there is a final or corrected one, and all older ones if it is a correction. All of them can be read.
 */
export async function markSuperseded({ db }: WriteContext, planned: readonly PlannedRow<ClinicalRow>[]): Promise<void> {
  const orders = new Map<string, { patientId: number; orderKey: string }>();
  for (const { outcome, row } of planned) {
    const { order_key: orderKey } = row.columns;
    if (outcome === 'unchanged' || typeof orderKey !== 'string') continue;
    orders.set(`${row.patientId} ${orderKey}`, { patientId: row.patientId, orderKey });
  }
  if (orders.size === 0) return;
  const rows = [...orders.values()];
  await sql`
    with replaced as (
      select distinct older.patient_result_id
      from unnest(${rows.map(({ patientId }) => patientId)}::bigint[],
          ${rows.map(({ orderKey }) => orderKey)}::text[]) as wanted (patient_id, order_key)
        join patient_result older using (patient_id, order_key)
        join patient_result newer using (patient_id, order_key)
      where older.panel_id is null and newer.panel_id is null and newer.patient_result_id <> older.patient_result_id
        and not newer.is_entered_in_error and newer.status not in ('registered', 'preliminary')
        and (older.status in ('registered', 'preliminary')
          or (newer.status in ('corrected', 'cancelled') and older.source_updated_at < newer.source_updated_at)))
    update patient_result set is_superseded = true
    where not is_superseded and patient_result_id in (
      select patient_result_id from replaced
      union all
      select member.patient_result_id from patient_result member join replaced on member.panel_id = replaced.patient_result_id)`.execute(
    db,
  );
}
