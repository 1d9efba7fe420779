import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { createAudience } from '../../platform/realtime/publish.ts';
import type { Room } from '../../platform/realtime/rooms.ts';

/**
 * Query for the rooms of everybody who can see a patient now, the inverse of `maySeePatient`: the care team, those who see
 * all of the client's patients, and users with emergency access. Users who act for a member are in that member's room;
 * emergency access does not extend to them.
 */
export function patientRooms(patientId: RawBuilder<unknown>): RawBuilder<{ room: Room }> {
  return sql`
    select 'client:' || client_id as room from patient where patient_id = ${patientId}
    union
    select 'user:' || user_id from care_team_member where patient_id = ${patientId} and status = 'accepted'
    union
    select 'self:' || user_id from break_glass_access where patient_id = ${patientId} and expires_at > now()`;
}

/** Everybody who can see a patient. */
export const patientAudience = createAudience('patient', patientRooms);
