import { sql } from 'kysely';

import type { Db } from '../../../db/client.ts';

/** A care team's primary care provider becomes the record's where the record names none; a later import may replace it. */
export async function fillPcp(db: Db, teams: readonly { patientId: number; pcpId: number | null }[]): Promise<void> {
  const named = teams.filter(({ pcpId }) => pcpId !== null);
  if (named.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    update patient p set pcp_healthcare_provider_id = pcp.id, version = p.version + 1,
      source_values = p.source_values || jsonb_build_object('pcp_healthcare_provider_id', pcp.id)
    from (select distinct on (patient_id) patient_id, id from unnest(${named.map(({ patientId }) => patientId)}::bigint[],
      ${named.map(({ pcpId }) => pcpId)}::bigint[]) as named (patient_id, id)) as pcp
    where pcp.patient_id = p.patient_id and p.pcp_healthcare_provider_id is null and p.pcp_name is null
    returning p.patient_id as id`.execute(db);
  await followPcp(
    db,
    rows.map(({ id }) => id),
  );
}

/** Members of care teams follow a primary care provider that an import changed; joining is left to a trigger. */
export async function followPcp(db: Db, patientIds: readonly number[]): Promise<void> {
  if (patientIds.length === 0) return;
  await sql`
    update care_team_member m set is_pcp = coalesce(m.user_id = h.user_id, false), version = m.version + 1
    from patient p join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
    where p.patient_id = any(${patientIds}::bigint[]) and m.patient_id = p.patient_id and m.status = 'accepted'
      and m.is_pcp <> coalesce(m.user_id = h.user_id, false)`.execute(db);
}
