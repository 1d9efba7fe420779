import { sql } from 'kysely';

import { publishCareTeamChanged } from '../../../core/access/careTeam.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { recordPcps } from './audit.ts';

/** Uses the care team's primary care provider for patients whose record names none; a later import may replace it. */
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
    rows.map(({ id }) => ({ patientId: id, previousId: null })),
  );
}

/** A patient whose primary care provider was changed by an import, with the previous one. */
interface ChangedPcp {
  patientId: number;
  previousId: number | null;
}

interface ChangedMember {
  patientId: number;
  userId: number;
  isPcp: boolean;
}

const changedMember = shape<ChangedMember, { m: 'care_team_member' }>({
  patientId: 'm.patient_id',
  userId: 'm.user_id',
  isPcp: 'm.is_pcp',
});

/**
 * Updates the PCP flag of care team members after an import changed the patient's primary care provider; a trigger adds new
 * members. A team whose PCP is not the patient's previous one was given that PCP in the product, and keeps it (decision 045).
 */
export async function followPcp(db: Db, changed: readonly ChangedPcp[]): Promise<void> {
  if (changed.length === 0) return;
  const { rows } = await sql<ChangedMember>`
    update care_team_member m set is_pcp = coalesce(m.user_id = h.user_id, false), version = m.version + 1
    from unnest(${changed.map(({ patientId }) => patientId)}::bigint[], ${changed.map(({ previousId }) => previousId)}::bigint[])
        as c (patient_id, previous_id)
      join patient p on p.patient_id = c.patient_id
      join healthcare_provider h on h.healthcare_provider_id = p.pcp_healthcare_provider_id
    where m.patient_id = p.patient_id and m.status = 'accepted' and m.is_pcp <> coalesce(m.user_id = h.user_id, false)
      and not exists (select from care_team_member chosen
        where chosen.patient_id = p.patient_id and chosen.status = 'accepted' and chosen.is_pcp
          and chosen.user_id is distinct from (select previous.user_id from healthcare_provider previous
            where previous.healthcare_provider_id = c.previous_id))
    returning ${changedMember.select}`.execute(db);
  if (rows.length === 0) return;
  await recordPcps(db, rows);
  for (const patientId of new Set(rows.map((row) => row.patientId))) await publishCareTeamChanged(db, patientId);
}
