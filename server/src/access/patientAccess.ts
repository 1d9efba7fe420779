import { AccessDenied } from '@careloop/contracts/result';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../db/client.ts';
import { unauthorizedPatient } from '../http/errors.ts';
import type { Actor } from './actor.ts';

/**
 * Who may see a patient, as SQL over a row called `p` with patient_id and client_id: members of the care team,
 * holders of ViewAllPatients in the patient's client, each also through somebody they may act for, and whoever broke
 * the glass, in their own name (design: who may see a patient). Single reads and referrals use this; patient lists read
 * the same three sources as ordered ranges (features/patients/searchQuery.ts), and privacy.test.ts holds both against
 * one oracle.
 */
export function maySeePatient(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(
    p.client_id = any(${actor.viewAllClientIds}::bigint[])
    or exists (select from care_team_member m
      where m.patient_id = p.patient_id and m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted')
    or exists (select from break_glass_access b
      where b.user_id = ${actor.userId} and b.patient_id = p.patient_id and b.expires_at > now()))`;
}

export interface PatientAccess {
  canAccessPatient: boolean;
  hasPendingInvite: boolean;
}

/** Whether the actor may open a patient, or was invited to. A patient that is not there answers like a closed one. */
export async function findPatientAccess(db: Db, actor: Actor, patientId: number): Promise<PatientAccess> {
  const { rows } = await sql<PatientAccess>`
    select ${maySeePatient(actor)} as "canAccessPatient",
      exists (select from care_team_member m where m.patient_id = p.patient_id
        and m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'invited') as "hasPendingInvite"
    from patient p where p.patient_id = ${patientId}`.execute(db);
  return rows[0] ?? { canAccessPatient: false, hasPendingInvite: false };
}

/**
 * Lets only those pass who may see the patient.
 * @throws AppError `unauthorized_patient` with the reason
 */
export async function requirePatient(db: Db, actor: Actor, patientId: number): Promise<void> {
  const access = await findPatientAccess(db, actor, patientId);
  if (!access.canAccessPatient) throw await deniedPatient(db, actor, patientId);
}

/** The denial of a patient, with the reason of specification 1, section 2: removed 2, invited 3, otherwise 1. */
export async function deniedPatient(db: Db, actor: Actor, patientId: number) {
  const own = await db
    .selectFrom('care_team_member')
    .select('status')
    .where('patient_id', '=', patientId)
    .where('user_id', 'in', [...actor.userIds])
    .execute();
  const statuses = own.map((member) => member.status);
  if (statuses.includes('invited')) return unauthorizedPatient(AccessDenied.pendingInvite);
  return unauthorizedPatient(statuses.includes('removed') ? AccessDenied.careTeam : AccessDenied.default);
}
