import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * SQL condition: user `u` is a colleague of somebody, which means active and in a client that both belong to. For a
 * patient, the colleague must also be in the patient's client or on the care team. Users can only write to, invite and
 * find their colleagues.
 */
export function isColleagueOf(
  userId: number,
  patientId: number | RawBuilder<unknown> | null = null,
): RawBuilder<boolean> {
  const ofPatient =
    patientId === null
      ? sql``
      : sql`and (exists (select from patient pp join user_client pc on pc.client_id = pp.client_id and pc.user_id = u.user_id
      where pp.patient_id = ${patientId}) or ${isOnCareTeam(patientId)})`;
  return sql<boolean>`(u.is_active and exists (select from user_client mine
    join user_client theirs on theirs.client_id = mine.client_id and theirs.user_id = u.user_id
    where mine.user_id = ${userId}) ${ofPatient})`;
}

/** SQL condition: user `u` is an accepted member of the patient's care team. */
export function isOnCareTeam(patientId: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from care_team_member t
    where t.patient_id = ${patientId} and t.user_id = u.user_id and t.status = 'accepted')`;
}
