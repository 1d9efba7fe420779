import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Whether a user `u` is a colleague of somebody, as SQL: active, and of a client that both belong to. About a patient, the
 * colleague is also of the patient's client or on the care team. Whom somebody can write to, invite or find is one of these.
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

/** Whether a user `u` is a member of a patient's care team. */
export function isOnCareTeam(patientId: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from care_team_member t
    where t.patient_id = ${patientId} and t.user_id = u.user_id and t.status = 'accepted')`;
}
