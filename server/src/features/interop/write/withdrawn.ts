import { sql } from 'kysely';

import { refutedCondition } from '../fhir/condition.ts';
import { endedTeam } from '../fhir/careTeam.ts';

import type { Db } from '../../../platform/db/client.ts';

// Records that their source withdrew have no row, or an archived one. Those of the clinical record are rows that say so.

/** The tables that they would have a row in, and how they are counted. */
export const withdrawnAs = {
  patient_encounter: 'Encounter: canceled or entered in error',
  patient_condition: refutedCondition,
  patient_coverage: 'Coverage: entered in error',
  patient_appointment: 'Appointment: entered in error',
  record_care_team: endedTeam,
  patient_document: 'Document: entered in error',
} as const;

export type WithdrawnTable = keyof typeof withdrawnAs;

export const isWithdrawnTable = (table: string): table is WithdrawnTable => table in withdrawnAs;

interface Withdrawn {
  patientId: number;
  sourceSystem: string;
  sourceId: string;
  updatedAt: string | null;
}

/** Remembers withdrawn records. Without a date a record is neither older nor newer than another copy. */
export async function keepWithdrawn(db: Db, table: WithdrawnTable, records: readonly Withdrawn[]): Promise<void> {
  const dated = records.filter(({ updatedAt }) => updatedAt !== null);
  if (dated.length === 0) return;
  await sql`
    insert into withdrawn_record as kept (patient_id, table_name, source_system, source_id, withdrawn_at)
    select patient_id, ${table}, source_system, source_id, max(at)
    from unnest(${dated.map(({ patientId }) => patientId)}::bigint[],
      ${dated.map(({ sourceSystem }) => sourceSystem)}::text[], ${dated.map(({ sourceId }) => sourceId)}::text[],
      ${dated.map(({ updatedAt }) => updatedAt)}::timestamptz[]) as w (patient_id, source_system, source_id, at)
    group by 1, 3, 4
    on conflict on constraint withdrawn_record_once
      do update set withdrawn_at = excluded.withdrawn_at where kept.withdrawn_at < excluded.withdrawn_at`.execute(db);
}
