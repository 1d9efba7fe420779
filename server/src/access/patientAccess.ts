import { AccessDenied } from '@careloop/contracts/result';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../db/client.ts';
import { isoTimestamp } from '../db/isoTimestamp.ts';
import { shape } from '../db/shape.ts';
import { unauthorizedPatient } from '../errors.ts';
import type { Actor } from './actor.ts';

/**
 * Who may see a patient, as SQL over a row of `patient` called `p`: members of the care team,
 * holders of ViewAllPatients in the patient's client, each also through somebody they may act for, and whoever broke
 * the glass, in their own name (docs/domain/patients.md). A record that was merged is open to nobody; its survivor is. Single reads and referrals use this; patient lists read
 * the same three sources as ordered ranges (features/patients/searchQuery.ts), and privacy.test.ts holds both against
 * one oracle.
 */
export function maySeePatient(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(p.merged_into_patient_id is null and (
    ${seesByTeamOrClient(actor)}
    or exists (select from break_glass_access b
      where ${isOpenWindow(actor)} and b.patient_id = p.patient_id)))`;
}

/**
 * Whether `b` is emergency access of the user that lasts, as SQL. It is personal: it does not count while the user acts for
 * somebody, neither their own nor that person's.
 */
export function isOpenWindow(actor: Actor): RawBuilder<boolean> {
  const userId = actor.grantedUserId === actor.userId ? actor.userId : null;
  return sql<boolean>`(b.user_id = ${userId} and b.expires_at > now())`;
}

/** Whether something other than emergency access opens a patient `p`: only that lets somebody change the care team. */
export function seesByTeamOrClient(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(p.client_id = any(${actor.viewAllClientIds}::bigint[])
    or exists (select from care_team_member m
      where m.patient_id = p.patient_id and m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'accepted'))`;
}

/**
 * Whether a membership `m` is an invitation that the actor can answer, as SQL: pending, theirs or that of somebody they act
 * for. The access check, the refusal, the list, its count and the answer all ask this.
 */
export function isPendingInvite(actor: Pick<Actor, 'userIds'>): RawBuilder<boolean> {
  return sql<boolean>`(m.user_id = any(${actor.userIds}::bigint[]) and m.status = 'invited')`;
}

/** What decides whose patients somebody sees, as SQL: they and those they act for, and the clients they see all of. */
export interface UserSight {
  /** Arrays. */
  persons: RawBuilder<unknown>;
  viewAllClients: RawBuilder<unknown>;
}

/** The sight of a user, worked out where it stands: once for a statement when the user is a constant. */
export function sightOfUser(userId: RawBuilder<unknown>): UserSight {
  const persons = sql`array(select ${userId}::bigint union all
    select px.proxied_user_id from user_proxy px where px.proxy_user_id = ${userId}
      and (select pu.is_active and pu.user_type <> 'system_administrator'
        from user_account pu where pu.user_id = px.proxied_user_id))`;
  const viewAllClients = sql`array(select tc.client_id from user_client tc
    join user_permission up on up.user_id = tc.user_id and up.permission = 'ViewAllPatients'
    where tc.user_id = any(${persons}))`;
  return { persons, viewAllClients };
}

/** The sight of each user of a column as a row `sight` to join laterally, so that it is worked out once for each. */
export function sightRow(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const { persons, viewAllClients } = sightOfUser(userId);
  return sql`(select ${persons} as persons, ${viewAllClients} as view_all_clients offset 0) as sight`;
}

/** What `sightRow` joined. */
export const joinedSight: UserSight = {
  persons: sql`sight.persons`,
  viewAllClients: sql`sight.view_all_clients`,
};

/**
 * As `seesByTeamOrClient` for any user, without an actor: for what is counted for, and told to, several people at once. It is
 * the user's own sight, by themselves and by whom they act for, whoever is asking. Emergency access does not count: it is
 * personal, and what this opens is read by those who act for the user too (decision 037). `offset 0` keeps each part a probe
 * of an index for the row at hand; without it all patients of the user are read beforehand.
 */
export function userSeesByTeamOrClient(sight: UserSight, patientId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from care_team_member tm
      where tm.patient_id = ${patientId} and tm.user_id = any(${sight.persons}) and tm.status = 'accepted' offset 0)
    or exists (select from patient tp
      where tp.patient_id = ${patientId} and tp.client_id = any(${sight.viewAllClients}) offset 0))`;
}

export interface PatientAccess {
  canAccessPatient: boolean;
  hasPendingInvite: boolean;
  /** When emergency access ends, where nothing else opens the patient. */
  emergencyAccessUntil: string | null;
}

/** The patient that a merged record leads to, for those who may see that patient. */
export async function findSurvivor(db: Db, actor: Actor, patientId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select p.patient_id as id
    from patient merged join patient p on p.patient_id = merged.merged_into_patient_id
    where merged.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether the actor may open a patient, or was invited to. A patient that is not there answers like a closed one. */
export async function findPatientAccess(db: Db, actor: Actor, patientId: number): Promise<PatientAccess> {
  const access = shape<PatientAccess, { p: 'patient' }>({
    canAccessPatient: maySeePatient(actor),
    hasPendingInvite: sql`exists (select from care_team_member m
      where m.patient_id = p.patient_id and ${isPendingInvite(actor)})`,
    emergencyAccessUntil: sql`case when p.merged_into_patient_id is null and not ${seesByTeamOrClient(actor)} then
      (select ${isoTimestamp('b.expires_at')} from break_glass_access b where ${isOpenWindow(actor)}
        and b.patient_id = p.patient_id order by b.expires_at desc limit 1) end`,
  });
  const { rows } = await access.from`patient p where p.patient_id = ${patientId}`.execute(db);
  return rows[0] ?? { canAccessPatient: false, hasPendingInvite: false, emergencyAccessUntil: null };
}

/**
 * Lets only those pass who may see the patient.
 * @throws AppError `unauthorized_patient` with the reason
 */
export async function requirePatient(db: Db, actor: Actor, patientId: number): Promise<PatientAccess> {
  const access = await findPatientAccess(db, actor, patientId);
  if (!access.canAccessPatient) throw await deniedPatient(db, actor, patientId);
  return access;
}

/** The denial of a patient with its reason: removed 2, invited 3, otherwise 1 (docs/domain/patients.md). */
export async function deniedPatient(db: Db, actor: Actor, patientId: number) {
  const own = shape<{ isInvited: boolean; isRemoved: boolean }, { m: 'care_team_member' }>({
    isInvited: isPendingInvite(actor),
    isRemoved: sql`m.status = 'removed'`,
  });
  const { rows } = await own.from`care_team_member m
    where m.patient_id = ${patientId} and m.user_id = any(${actor.userIds}::bigint[])`.execute(db);
  if (rows.some((row) => row.isInvited)) return unauthorizedPatient(AccessDenied.pendingInvite);
  return unauthorizedPatient(rows.some((row) => row.isRemoved) ? AccessDenied.careTeam : AccessDenied.default);
}
